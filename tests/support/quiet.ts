/** What servers in the process of a test report is no output of the test. */
import { setLogLevel } from "../../src/transport/stderr_log.ts";

setLogLevel("off");
