import type { Matcher, RE2JS } from 're2js';
import type { NativeFunction } from '../jsonnet/index.js';
import { define } from './define.js';
import { re2Package } from './packages.js';
import { Recent } from './recent.js';

/** Compiled patterns that are kept. A hook has a handful; only patterns made from requests can be many. */
const keptPatterns = 256;

/**
 * Puts a backslash before every character that has a meaning in a regular expression, as Go's `regexp.QuoteMeta` does:
 * https://pkg.go.dev/regexp#QuoteMeta
 */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** One piece of a replacement: literal text, or a group by number or name. */
type Piece = { readonly text: string } | { readonly group: number } | { readonly name: string };

/**
 * Splits a replacement into pieces by the rules of Go's `Regexp.Expand` (https://pkg.go.dev/regexp#Regexp.Expand): a name
 * extends as far as letters, digits and `_` do, so `$1x` is `${1x}`; `$$` is a dollar; any other `$` is literal.
 */
export function parseTemplate(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const reference = /\$(?:(\$)|([\p{L}\p{Nd}_]+)|\{([\p{L}\p{Nd}_]+)\})/gu;
  let end = 0;
  for (const match of template.matchAll(reference)) {
    if (match.index > end) pieces.push({ text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const name = match[2] ?? match[3];
    if (name === undefined) pieces.push({ text: '$' });
    // As Go does, a number with a leading zero is a name, which no group can have.
    else if (/^(?:0|[1-9][0-9]{0,7})$/.test(name)) pieces.push({ group: Number(name) });
    else pieces.push({ name });
  }
  if (end < template.length) pieces.push({ text: template.slice(end) });
  return pieces;
}

/** What a piece stands for in the current match; a group that does not exist or did not match is empty. */
function expand(piece: Piece, matcher: Matcher, groups: number, names: Readonly<Record<string, number>>): string {
  if ('text' in piece) return piece.text;
  const index = 'group' in piece ? piece.group : Object.hasOwn(names, piece.name) ? names[piece.name] : undefined;
  if (index === undefined || index > groups) return '';
  return matcher.group(index) ?? '';
}

/**
 * Replaces every match, from left to right without overlap, as Go's `ReplaceAllString` does
 * (https://pkg.go.dev/regexp#Regexp.ReplaceAllString): an empty match directly after another match is not replaced.
 */
export function replaceAll(pattern: RE2JS, text: string, template: string): string {
  const pieces = parseTemplate(template);
  const matcher = pattern.matcher(text);
  const groups = pattern.groupCount();
  const names = pattern.namedGroups();
  let result = '';
  let copied = 0;
  let from = 0;
  while (from <= text.length && matcher.find(from)) {
    const start = matcher.start();
    const end = matcher.end();
    result += text.slice(copied, start);
    if (end > copied || start === 0) for (const piece of pieces) result += expand(piece, matcher, groups, names);
    copied = end;
    from = end > from ? end : from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  }
  return result + text.slice(copied);
}

/** kubecfg's `escapeStringRegex`, `regexMatch` and `regexSubst`, with Go's syntax (RE2) and in linear time. */
export function regexpNatives(): readonly NativeFunction[] {
  const patterns = new Recent<RE2JS>(keptPatterns);
  const compile = (regex: string): RE2JS =>
    patterns.get(regex, () => {
      try {
        return re2Package().RE2JS.compile(regex);
      } catch (error) {
        const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
        throw new Error(`${JSON.stringify(regex)} is not a regular expression: ${reason}`, { cause: error });
      }
    });
  return [
    define('escapeStringRegex', [['str', 'string']], true, quoteMeta),
    define(
      'regexMatch',
      [
        ['regex', 'string'],
        ['string', 'string'],
      ],
      true,
      (regex, string) => compile(regex).test(string),
    ),
    define(
      'regexSubst',
      [
        ['regex', 'string'],
        ['src', 'string'],
        ['repl', 'string'],
      ],
      true,
      (regex, src, repl) => replaceAll(compile(regex), src, repl),
    ),
  ];
}
