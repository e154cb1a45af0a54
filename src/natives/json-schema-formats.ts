import { isIP } from 'node:net';

const time = /^([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const email = /^[^\s@]+@[^\s@]+$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const jsonPointer = /^(?:\/(?:[^~/]|~[01])*)*$/;
const relativeJsonPointer = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;
const uriReference = /^(?:[^\s<>"{}|\\^`%]|%[0-9a-f]{2})*$/i;
const duration =
  /^P(?!$)(?:[0-9]+W|(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?!$)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?)$/;

function isDate(text: string): boolean {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isDateTime(text: string): boolean {
  return /^.{10}[Tt]/.test(text) && isDate(text.slice(0, 10)) && time.test(text.slice(11));
}

function isHostname(text: string): boolean {
  const name = text.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((part) => label.test(part));
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && uriReference.test(text);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The formats of JSON Schema draft 7 (https://json-schema.org/draft-07/json-schema-validation, section 7.3). */
export const formats: Record<string, RegExp | ((text: string) => boolean)> = {
  'date-time': isDateTime,
  date: isDate,
  time,
  duration,
  email,
  'idn-email': email,
  hostname: isHostname,
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  uri: isUri,
  'uri-reference': uriReference,
  uuid,
  'json-pointer': jsonPointer,
  'relative-json-pointer': relativeJsonPointer,
  regex: isRegex,
};
