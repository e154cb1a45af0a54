/** The styles in which a string may be written, found by looking at all its characters. */
interface ScalarFacts {
  readonly multiline: boolean;
  readonly plain: boolean;
  readonly singleQuoted: boolean;
  readonly block: boolean;
}

type Style = 'plain' | 'single' | 'double' | 'literal';

/** A scalar is broken at the next space after this column; libyaml's default. */
const bestWidth = 80;
const indentStep = 2;
/** A key of more bytes is written with `? `. */
const longestSimpleKey = 128;

/**
 * Writes YAML in block style as libyaml's emitter and so Go's yaml.v2 do: a list is not indented below its key, lines are
 * broken after column 80, and quotes are used only where they are needed.
 */
export class YamlEmitter {
  #text = '';
  #column = 0;
  #indent = -1;
  /** Whether white space was written last, or an indicator that counts as white space. */
  #whitespace = true;
  /** Whether this line holds nothing but indentation and `-`, `?`, `:` so far. */
  #indention = true;

  /** Ends the document and returns its text. */
  finish(): string {
    if (this.#column > 0) this.#break();
    return this.#text;
  }

  /** `{}` or `[]`. */
  empty(brackets: '{}' | '[]'): void {
    this.#indicator(brackets, true, false, false);
  }

  /**
   * Writes a list; `item` writes each element.
   * @param inMapping whether the list is the value of a key; it is then indented as far as the key
   */
  list<T>(items: readonly T[], inMapping: boolean, item: (item: T) => void): void {
    const outer = this.#indent;
    this.#increaseIndent(inMapping && !this.#indention);
    for (const element of items) {
      this.#newLine();
      this.#indicator('-', true, false, true);
      item(element);
    }
    this.#indent = outer;
  }

  /** Writes a mapping; `value` writes the value of each key. */
  mapping(keys: readonly string[], style: (key: string) => 'plain' | 'double', value: (key: string) => void): void {
    const outer = this.#indent;
    this.#increaseIndent(false);
    for (const key of keys) {
      this.#newLine();
      const simple = Buffer.byteLength(key) <= longestSimpleKey && !lineBreak.test(key);
      if (simple) {
        this.scalar(key, style(key), true);
        this.#indicator(':', false, false, false);
      } else {
        this.#indicator('?', true, false, true);
        this.scalar(key, key.includes('\n') ? 'literal' : style(key));
        this.#newLine();
        this.#indicator(':', true, false, true);
      }
      value(key);
    }
    this.#indent = outer;
  }

  /** Writes a scalar in the wanted style, or in the next one that can express it. */
  scalar(text: string, wanted: Style, key = false): void {
    const style = chooseStyle(analyze(text), wanted, text, key);
    const outer = this.#indent;
    this.#indent = this.#indent < 0 ? indentStep : this.#indent + indentStep;
    if (style === 'literal') this.#literal(text);
    else if (style === 'double') this.#doubleQuoted(text, !key);
    else this.#flow(text, style === 'single', !key);
    this.#indent = outer;
  }

  #increaseIndent(indentless: boolean): void {
    if (this.#indent < 0) this.#indent = 0;
    else if (!indentless) this.#indent += indentStep;
  }

  #put(text: string): void {
    this.#text += text;
    this.#column += text.length === 1 ? 1 : [...text].length;
  }

  #break(): void {
    this.#text += '\n';
    this.#column = 0;
  }

  #newLine(): void {
    const indent = Math.max(this.#indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace)) this.#break();
    if (this.#column < indent) this.#put(' '.repeat(indent - this.#column));
    this.#whitespace = true;
    this.#indention = true;
  }

  #indicator(text: string, needsSpace: boolean, isSpace: boolean, isIndention: boolean): void {
    if (needsSpace && !this.#whitespace) this.#put(' ');
    this.#put(text);
    this.#whitespace = isSpace;
    this.#indention = this.#indention && isIndention;
  }

  /** Writes a plain or single-quoted scalar; a full line is broken between two words. */
  #flow(text: string, quoted: boolean, mayBreak: boolean): void {
    if (!this.#whitespace) this.#put(' ');
    if (quoted) this.#put("'");
    const characters = [...text];
    let afterSpace = false;
    for (const [index, character] of characters.entries()) {
      if (character === ' ') {
        const inside = !quoted || (index > 0 && index < characters.length - 1);
        const full = mayBreak && !afterSpace && this.#column > bestWidth && inside && characters[index + 1] !== ' ';
        if (full) this.#newLine();
        else this.#put(' ');
        afterSpace = true;
      } else {
        this.#put(quoted && character === "'" ? "''" : character);
        this.#indention = false;
        afterSpace = false;
      }
    }
    if (quoted) this.#put("'");
    this.#whitespace = false;
    this.#indention = false;
  }

  #doubleQuoted(text: string, mayBreak: boolean): void {
    this.#indicator('"', true, false, false);
    const characters = [...text];
    let afterSpace = false;
    for (const [index, character] of characters.entries()) {
      if (character !== ' ') {
        this.#put(escapeCharacter(character));
        afterSpace = false;
        continue;
      }
      const inside = index > 0 && index < characters.length - 1;
      if (mayBreak && !afterSpace && this.#column > bestWidth && inside) {
        this.#newLine();
        if (characters[index + 1] === ' ') this.#put('\\');
      } else {
        this.#put(' ');
      }
      afterSpace = true;
    }
    this.#indicator('"', false, false, false);
  }

  #literal(text: string): void {
    const leading = /^[ \n\u0085\u2028\u2029]/.test(text) ? String(indentStep) : '';
    const chomp = !/[\n\u0085\u2028\u2029]$/.test(text) ? '-' : /^.$|[\n\u0085\u2028\u2029].$/su.test(text) ? '+' : '';
    this.#indicator(`|${leading}${chomp}`, true, false, false);
    this.#break();
    this.#indention = true;
    this.#whitespace = true;
    for (const line of text.split(/(?<=\n)/)) {
      if (line !== '\n') this.#newLine();
      this.#text += line;
      this.#column = line.endsWith('\n') ? 0 : [...line].length;
      this.#indention = line.endsWith('\n');
    }
  }
}

const lineBreak = /[\r\n\u0085\u2028\u2029]/;

function chooseStyle(facts: ScalarFacts, wanted: Style, text: string, key: boolean): Style {
  if (key && facts.multiline) return 'double';
  if (wanted === 'literal') return facts.block && !key ? 'literal' : 'double';
  if (wanted === 'double') return 'double';
  if (facts.plain && !(key && text === '')) return 'plain';
  return facts.singleQuoted ? 'single' : 'double';
}

// What libyaml does not print as it is: tabs, characters above U+FFFF and the byte order mark among others.
const unprintable = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;
const startIndicator = /^(?:[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$)|---|\.\.\.)/;
const innerIndicator = /.:(?:[ \t]|$)|[ \t\r\n\u0085\u2028\u2029]#/su;

function analyze(text: string): ScalarFacts {
  if (text === '') return { multiline: false, plain: true, singleQuoted: true, block: false };
  const multiline = lineBreak.test(text);
  const special = unprintable.test(text) || / [\r\n\u0085\u2028\u2029]/.test(text);
  const breakThenSpace = /[\r\n\u0085\u2028\u2029] /.test(text);
  const edges = text.startsWith(' ') || text.endsWith(' ');
  return {
    multiline,
    plain: !multiline && !special && !edges && !startIndicator.test(text) && !innerIndicator.test(text),
    singleQuoted: !special && !breakThenSpace,
    block: !special && !text.endsWith(' '),
  };
}

const escapes: Record<string, string> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function escapeCharacter(character: string): string {
  const known = escapes[character];
  if (known !== undefined) return known;
  if (!unprintable.test(character)) return character;
  const code = character.codePointAt(0) as number;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
