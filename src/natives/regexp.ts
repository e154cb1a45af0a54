import type { Matcher, RE2JS } from 're2js';
import type { NativeFunction } from '../jsonnet/index.js';
import { define } from './define.js';
import { re2Package } from './packages.js';
import { Recent } from './recent.js';

/** Patterns kept compiled; a hook has a handful, only a pattern made from the request could be many. */
const keptPatterns = 256;

/**
 * Puts a backslash before every character that means something in a regular expression, as Go's
 * `regexp.QuoteMeta`: https://pkg.go.dev/regexp#QuoteMeta
 */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** One piece of a replacement: text as it is, or a group by number or name. */
type Piece = { readonly text: string } | { readonly group: number } | { readonly name: string };

/**
 * Takes a replacement apart by the rules of Go's `Regexp.Expand` (https://pkg.go.dev/regexp#Regexp.Expand): a name is
 * as long as letters, digits and `_` go, so `$1x` is `${1x}`; `$$` is a dollar; a `$` that begins no name is itself.
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

/** What a piece stands for in the present match; an unknown group, or one that took no part, is empty. */
function expand(piece: Piece, matcher: Matcher, groups: number, names: Readonly<Record<string, number>>): string {
  if ('text' in piece) return piece.text;
  const index = 'group' in piece ? piece.group : Object.hasOwn(names, piece.name) ? names[piece.name] : undefined;
  if (index === undefined || index > groups) return '';
  return matcher.group(index) ?? '';
}

/**
 * Replaces every match, from left to right without overlap, as Go's `ReplaceAllString`
 * (https://pkg.go.dev/regexp#Regexp.ReplaceAllString); an empty match right behind another match is left alone.
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

/** `escapeStringRegex`, `regexMatch` and `regexSubst` of kubecfg, with Go's syntax (RE2) and in linear time. */
export function regexpNatives(): readonly NativeFunction[] {
  const patterns = new Recent<RE2JS>(keptPatterns);
  const compile = (regex: string): RE2JS =>
    patterns.get(regex, () => {
      try {
        return re2Package().RE2JS.compile(regex);
      } catch (error) {
        const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
        throw new Error(`${JSON.stringify(regex)} is no regular expression: ${reason}`, { cause: error });
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
