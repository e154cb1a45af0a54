import { type Code, CodeThunk, type Delay, type Frame, forceSlot, type Unit } from '../runtime/code.js';
import type { Site } from '../runtime/machine.js';
import type { Cell } from '../runtime/value.js';
import { Thunk } from '../runtime/value.js';
import type { Binding, Scope } from '../syntax/scope.js';
import type { Context } from './compiler.js';

/** How many frames outwards the frame of an enclosing scope is, from code of an inner one. */
export function framesTo(from: Scope, to: Scope): number {
  let frames = 0;
  for (let scope: Scope = from; scope !== to; scope = scope.parent as Scope) if (scope.framed) frames++;
  return frames;
}

/** The frame that many frames outwards. */
export function outwards(frame: Frame, frames: number): Frame {
  let holder = frame;
  for (let i = frames; i > 0; i--) holder = holder[0];
  return holder;
}

/** The value of a local or parameter. The usual distances have code of their own, since programs do nothing as often. */
export function compileVariable({ scope, slot }: Binding, context: Context, site: Site): Code {
  const frames = framesTo(context.scope, scope);
  switch (frames) {
    case 0:
      return (frame) => {
        const cell: Cell = frame[slot];
        return cell instanceof Thunk ? forceSlot(frame, slot, cell, site) : cell;
      };
    case 1:
      return (frame) => {
        const holder: Frame = frame[0];
        const cell: Cell = holder[slot];
        return cell instanceof Thunk ? forceSlot(holder, slot, cell, site) : cell;
      };
    case 2:
      return (frame) => {
        const holder: Frame = frame[0][0];
        const cell: Cell = holder[slot];
        return cell instanceof Thunk ? forceSlot(holder, slot, cell, site) : cell;
      };
    default:
      return (frame) => {
        const holder = outwards(frame, frames);
        const cell: Cell = holder[slot];
        return cell instanceof Thunk ? forceSlot(holder, slot, cell, site) : cell;
      };
  }
}

/** The cell of a local or parameter, not evaluated. `unit` is the variable as an expression. */
export function delayVariable({ scope, slot }: Binding, context: Context, unit: Unit): Delay {
  const frames = framesTo(context.scope, scope);
  // Locals of one `local` refer to each other before all of them are set.
  switch (frames) {
    case 0:
      return (frame) => {
        const cell: Cell | undefined = frame[slot];
        return cell === undefined ? new CodeThunk(unit, frame) : cell;
      };
    case 1:
      return (frame) => {
        const cell: Cell | undefined = frame[0][slot];
        return cell === undefined ? new CodeThunk(unit, frame) : cell;
      };
    default:
      return (frame) => {
        const cell: Cell | undefined = outwards(frame, frames)[slot];
        return cell === undefined ? new CodeThunk(unit, frame) : cell;
      };
  }
}

/** The content of a slot that always holds a value: `self`. */
export function compileSlot(scope: Scope, slot: number, context: Context): Code {
  const frames = framesTo(context.scope, scope);
  if (frames === 0) return (frame) => frame[slot];
  if (frames === 1) return (frame) => frame[0][slot];
  return (frame) => outwards(frame, frames)[slot];
}
