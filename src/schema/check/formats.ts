import { isDateTime } from "../wanted.ts";

const HOST_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${HOST_LABEL}(?:\\.${HOST_LABEL})*$`, "i");

/**
 * The formats that are checked in results, as the validators of clients do.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3} Defined formats
 */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": isDateTime,
  date: (text) => isDateTime(`${text}T00:00:00Z`),
  time: (text) => isDateTime(`2000-01-01T${text}`),
  duration: (text) =>
    /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/
      .test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  hostname: (text) => HOSTNAME.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  ipv6: (text) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`),
  uri: (text) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};
