import process from "node:process";

process.on("message", (message) => process.send!(message));
process.send!("ready");
