import { isRecord } from "../json_schema.ts";

/** Words of a field's name that say its values are nobody's business. */
const SECRET_WORDS = new Set(
  ("auth authorization authentication bearer cookie cookies credential credentials cvc cvv cvv2 dsn " +
    "iban mnemonic otp pass passcode passphrase passwd password passwords pin pwd secret secrets " +
    "session sessionid signature ssn token totp").split(" "),
);
/** The same, of names written without a break, and of several words. */
const SECRET_NAME =
  /password|passwd|passphrase|secret|credential|token$|(?:api|access|private|encryption|signing|secret|auth)key|(?:card|account)(?:number|no)$|creditcard|recoverycode|connectionstring|pincode/;
/** Texts that are secrets wherever they stand: tokens of well-known services, JWTs, private keys. */
const SECRET_TEXT =
  /^\s*(?:(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|glpat|xox[abposr]|hf|npm|whsec|dop_v1)[-_]|AKIA|ASIA|AIza|ya29\.|SG\.|eyJ[\w-]+\.)|\b(?:bearer|basic) \S|-----BEGIN |:\/\/[^\s/@]+@|password\s*[=:]/i;

/** Whether the values of a field are secrets, by its name. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_NAME.test(words.join(""));
}

/** Whether a text is a secret, by what it looks like. */
export function isSecretText(text: string): boolean {
  return SECRET_TEXT.test(text);
}

/** Whether a schema says that its values are not to be shown. */
export function isSecret(part: unknown): boolean {
  return isRecord(part) && (part.writeOnly === true || part.format === "password");
}
