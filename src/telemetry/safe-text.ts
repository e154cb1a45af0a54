/**
 * Characters that text from outside must not bring into a log or an Event: control characters, which command a terminal
 * or start a new line, and those that turn the direction of writing.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const unsafeRun = /[\s\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
const unsafeButLines = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Cuts a text, so that nobody can fill the log with one line. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A name on one line, at most as long as Kubernetes allows; each unsafe character is shown as U+FFFD. */
export const safeName = (name: string): string => cut(name, 253).replace(unsafe, '\ufffd');

/** A sentence on one line; line breaks and other unsafe characters become spaces. */
export const oneLine = (text: string, most: number): string => cut(text.replace(unsafeRun, ' ').trim(), most);

/** A text of several lines; all but the first are indented, so that none can pass for a line of the log. */
export const indented = (text: string): string => text.replace(unsafeButLines, '\ufffd').replaceAll('\n', '\n    ');
