import type { SourceFile } from '../error.js';
import { JsonnetError } from '../error.js';
import type { TokenKind } from './token.js';
import { endOfFile, identifier, keywords, longOperators, number, string, textBlock } from './token.js';

const symbols = '!$:~+-&|^=<>*/%';
/** Flags by char code: 1 starts a name, 2 continues one, 4 is part of an operator. */
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(char)) classes[code] = 3;
  else if (/[0-9]/.test(char)) classes[code] = 2;
  else if (symbols.includes(char)) classes[code] = 4;
}
const oneChar = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Whether an operator may begin with this char code. */
export function isSymbol(code: number): boolean {
  return code < 128 && classes[code] === 4;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const numberPattern = /(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?/y;

/** Cuts a source text into tokens, one at each call of `next`. The fields describe the current token. */
export class Lexer {
  readonly file: SourceFile;
  readonly text: string;
  kind: TokenKind = endOfFile;
  /** The name, the digits of the number, or the string that a string literal stands for. Other tokens have none. */
  value = '';
  /** Offsets of the current token, and the end of the previous one. */
  start = 0;
  end = 0;
  previousEnd = 0;
  /** Ends of the current run of symbols, see `run`. They are kept, since a thousand minus signs are a thousand tokens. */
  private runEnd = 0;
  private solidEnd = 0;
  /** Each name once, so that all its uses share one string, which takes less memory and is compared faster. */
  private readonly names = new Map<string, string>();
  /** Offset of the next backslash, as far as it is known. Strings before it hold no escapes. */
  private backslash = -1;

  constructor(file: SourceFile) {
    this.file = file;
    this.text = file.text;
    if (this.text.charCodeAt(0) === 0xfeff) this.end = 1;
    if (this.text.startsWith('#!', this.end)) this.end = this.lineEnd(this.end);
  }

  /** A static error at these offsets; the default is the current token. */
  error(message: string, start = this.start, end = this.end): JsonnetError {
    return new JsonnetError('static', message, { file: this.file, start, end });
  }

  /** Goes to the next token. @throws JsonnetError if the text at this point is not a token */
  next(): void {
    this.previousEnd = this.end;
    const { text } = this;
    const start = this.skipBlank(this.end);
    this.start = start;
    if (start >= text.length) {
      this.end = start;
      this.kind = endOfFile;
      this.value = '';
      return;
    }
    const code = text.charCodeAt(start);
    const kind = code < 128 ? (classes[code] as number) : 0;
    if (kind === 3) this.name(start);
    else if (kind === 2) this.number(start);
    else if (kind === 4) this.operator(start, code);
    else this.other(start, code);
  }

  private skipBlank(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        at++;
      } else if (code === 0x23 /* # */) {
        at = this.lineEnd(at);
      } else if (code === 0x2f /* / */) {
        const following = text.charCodeAt(at + 1);
        if (following === 0x2f) {
          at = this.lineEnd(at);
        } else if (following === 0x2a /* * */) {
          const close = text.indexOf('*/', at + 2);
          if (close < 0) throw this.error('Multi-line comment has no terminating */', at, at);
          at = close + 2;
        } else {
          return at;
        }
      } else {
        return at;
      }
    }
  }

  private lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end;
  }

  private name(start: number): void {
    const { text } = this;
    let end = start + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      if (!(code < 128 && ((classes[code] as number) & 2) !== 0)) break;
      end++;
    }
    const cut = text.slice(start, end);
    let name = this.names.get(cut);
    if (name === undefined) {
      name = cut;
      this.names.set(cut, cut);
    }
    this.end = end;
    this.value = name;
    this.kind = (end - start <= 10 ? keywords.get(name) : undefined) ?? identifier;
  }

  /** A number as in JSON. Underscores may stand between two digits (Jsonnet 0.21). */
  private number(start: number): void {
    numberPattern.lastIndex = start;
    const match = (numberPattern.exec(this.text) as RegExpExecArray)[0];
    const end = start + match.length;
    const rest = this.text[end] ?? '';
    if (/[0-9_]/.test(rest)) {
      const why =
        match === '0' ? `Couldn't lex number, junk after zero digit: '${rest}'` : `Couldn't lex number, junk after _`;
      throw this.error(rest === '_' ? "Couldn't lex number, _ must stand between two digits" : why, start, end + 1);
    }
    // After a fraction or an exponent, the dot is that of a field.
    if (rest === '.' && !/[.eE]/.test(match))
      throw this.error(`Couldn't lex number, junk after decimal point: ${this.show(end + 1)}`, start, end + 1);
    if ((rest === 'e' || rest === 'E') && !/[eE]/.test(match)) {
      const sign = /[+-]/.test(this.text[end + 1] ?? '') ? 1 : 0;
      const where = sign === 1 ? 'exponent sign' : "'E'";
      throw this.error(`Couldn't lex number, junk after ${where}: ${this.show(end + 1 + sign)}`, start, end + 1 + sign);
    }
    this.end = end;
    this.kind = number;
    this.value = match.replaceAll('_', '');
  }

  private show(at: number): string {
    const code = this.text.codePointAt(at);
    return code === undefined ? 'end of file' : `'${String.fromCodePoint(code)}'`;
  }

  /**
   * An operator is the longest run of symbols. It stops before a comment or a text block. If it has more than one symbol,
   * trailing `+ - ~ ! $` are left for the next token, so that `a<-1` and `{a:$.b}` read as expected.
   */
  private operator(start: number, code: number): void {
    const { text } = this;
    if (code === 0x7c && text.startsWith('|||', start)) {
      this.textBlock(start);
      return;
    }
    if (start >= this.runEnd) this.run(start);
    const end = Math.max(start + 1, this.solidEnd);
    this.end = end;
    this.value = '';
    if (end - start === 1) {
      this.kind = oneChar[code] as string;
    } else {
      const operator = text.slice(start, end);
      this.kind = longOperators.get(operator) ?? operator;
    }
  }

  /** Finds how far the symbols at `start` reach, with and without those in which a longer operator cannot end. */
  private run(start: number): void {
    const { text } = this;
    let end = start + 1;
    for (;;) {
      const following = text.charCodeAt(end);
      if (!(following < 128 && classes[following] === 4)) break;
      if (following === 0x2f && (text.charCodeAt(end + 1) === 0x2f || text.charCodeAt(end + 1) === 0x2a)) break;
      if (following === 0x7c && text.startsWith('|||', end)) break;
      end++;
    }
    this.runEnd = end;
    while (end > start && '+-~!$'.includes(text[end - 1] as string)) end--;
    this.solidEnd = end;
  }

  private other(start: number, code: number): void {
    switch (code) {
      case 0x7b: // {
      case 0x7d: // }
      case 0x5b: // [
      case 0x5d: // ]
      case 0x28: // (
      case 0x29: // )
      case 0x2c: // ,
      case 0x2e: // .
      case 0x3b: // ;
        this.end = start + 1;
        this.kind = oneChar[code] as string;
        this.value = '';
        return;
      case 0x22: // "
      case 0x27: // '
        this.quoted(start, code);
        return;
      case 0x40: // @
        this.verbatim(start);
        return;
      default:
        throw this.error(`Could not lex the character ${this.show(start)}`, start, start);
    }
  }

  private quoted(start: number, quote: number): void {
    const { text } = this;
    const close = text.indexOf(oneChar[quote] as string, start + 1);
    if (this.backslash < start) {
      const next = text.indexOf('\\', start);
      this.backslash = next < 0 ? text.length : next;
    }
    if (close >= 0 && close < this.backslash) {
      this.end = close + 1;
      this.kind = string;
      this.value = text.slice(start + 1, close);
      return;
    }
    let value = '';
    let copied = start + 1;
    let at = start + 1;
    for (;;) {
      if (at >= text.length) throw this.error('Unterminated String', start, start);
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (code !== 0x5c) {
        at++;
        continue;
      }
      value += text.slice(copied, at);
      const letter = text[at + 1];
      if (letter === undefined) throw this.error('Unterminated String', start, start);
      const plain = escapes[letter];
      if (plain !== undefined) {
        value += plain;
        at += 2;
      } else if (letter === 'u') {
        const unit = this.hex(at, start);
        const isSurrogate = unit >= 0xd800 && unit < 0xe000;
        value += isSurrogate ? this.pair(unit, at, start) : String.fromCharCode(unit);
        at += isSurrogate ? 12 : 6;
      } else {
        throw this.error(
          `Unknown escape sequence in string literal: '${String.fromCodePoint(text.codePointAt(at + 1) as number)}'`,
          at,
          at + 2,
        );
      }
      copied = at;
    }
    value += text.slice(copied, at);
    this.end = at + 1;
    this.kind = string;
    this.value = value;
  }

  /** A surrogate and the one that must follow. Two that do not form a pair become U+FFFD, as in Go. */
  private pair(unit: number, at: number, start: number): string {
    if (!this.text.startsWith('\\u', at + 6)) {
      throw this.error('Truncated unicode surrogate pair escape sequence in string literal.', at, at + 6);
    }
    const second = this.hex(at + 6, start);
    return unit < 0xdc00 && second >= 0xdc00 && second < 0xe000 ? String.fromCharCode(unit, second) : '\ufffd';
  }

  /** The UTF-16 unit of `\uXXXX` at `at`, in the string that starts at `start`. */
  private hex(at: number, start: number): number {
    const digits = this.text.slice(at + 2, at + 6);
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return Number.parseInt(digits, 16);
    const bad = /[^0-9a-fA-F]/u.exec(this.text.slice(at + 2))?.[0];
    if (bad === undefined || bad === '\n') throw this.error('Unterminated String', start, start);
    if (bad === this.text[start]) {
      throw this.error('Truncated unicode escape sequence in string literal.', at, at + 2 + digits.indexOf(bad));
    }
    throw this.error(
      `Malformed unicode escape character, should be hex: '${bad}'`,
      at,
      at + 2 + digits.indexOf(bad) + bad.length,
    );
  }

  private verbatim(start: number): void {
    const { text } = this;
    const quote = text[start + 1];
    if (quote !== '"' && quote !== "'") {
      throw this.error(`Couldn't lex verbatim string, junk after '@': ${this.show(start + 1)}`, start, start);
    }
    let value = '';
    let at = start + 2;
    for (;;) {
      const close = text.indexOf(quote, at);
      if (close < 0) throw this.error('Unterminated String', start, start);
      value += text.slice(at, close);
      at = close + 1;
      if (text[at] !== quote) break;
      value += quote;
      at++;
    }
    this.end = at;
    this.kind = string;
    this.value = value;
  }

  /** `|||` or `|||-`, a line break, lines with at least the indentation of the first, and `|||` that is indented less. */
  private textBlock(start: number): void {
    const { text } = this;
    let at = start + 3;
    const chomp = text[at] === '-';
    if (chomp) at++;
    while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++;
    if (text[at] !== '\n') throw this.error('Text block requires new line after |||.', start, start);
    at++;
    let value = '';
    const emptyLine = /\r?\n/y;
    const skipEmpty = () => {
      for (;;) {
        emptyLine.lastIndex = at;
        if (!emptyLine.test(text)) return;
        value += text.slice(at, emptyLine.lastIndex);
        at = emptyLine.lastIndex;
      }
    };
    skipEmpty();
    const prefix = this.indent(at);
    if (prefix === '') throw this.error("Text block's first line must start with whitespace.", start, start);
    for (;;) {
      const line = this.lineEnd(at);
      if (line >= text.length) throw this.error('Text block not terminated with |||', start, start);
      value += text.slice(at + prefix.length, line + 1);
      at = line + 1;
      skipEmpty();
      if (text.startsWith(prefix, at)) continue;
      const indent = this.indent(at);
      if (!text.startsWith('|||', at + indent.length)) {
        throw this.error('Text block not terminated with |||', start, start);
      }
      this.end = at + indent.length + 3;
      this.kind = textBlock;
      this.value = chomp ? value.replace(/\r?\n$/, '') : value;
      return;
    }
  }

  private indent(at: number): string {
    let end = at;
    while (this.text[end] === ' ' || this.text[end] === '\t') end++;
    return this.text.slice(at, end);
  }
}
