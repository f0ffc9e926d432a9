import { isDate, isDateTime, isTime } from "../date_time.ts";
import { isExpression } from "../pattern.ts";
import { isIpv6, isUri, isUriReference } from "../uri/uri.ts";

const HOST_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `${HOST_LABEL}(?:\\.${HOST_LABEL})*`;
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${HOST}$`, "i");
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const EMAIL = new RegExp(`^(?=.{1,320}$)${ATOM}(?:\\.${ATOM})*@${HOST}$`, "i");

/**
 * The formats that are checked in results and in arguments of functions, as the validators of clients
 * do.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3} Defined formats
 */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": isDateTime,
  date: isDate,
  time: isTime,
  duration: (text) =>
    /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(
      text,
    ),
  email: (text) => EMAIL.test(text),
  hostname: (text) => HOSTNAME.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text),
  ipv6: isIpv6,
  "json-pointer": (text) => /^(?:\/|$)/.test(text) && !/~(?![01])/.test(text),
  regex: isExpression,
  uri: isUri,
  "uri-reference": isUriReference,
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};
