import type { NativeFunction } from '../../jsonnet/index.js';
import type { NativesConfig } from '../config.js';
import { define } from '../define.js';
import type { NativesEffects } from '../effects/effects.js';
import { formatImageName, type ImageName, parseImageName } from './image-name.js';
import { lookUpDigest } from './registry.js';

/** What a registry said, and until when it is believed. */
interface Answer {
  readonly digest?: string;
  readonly error?: Error;
  readonly until: number;
}

const keptAnswers = 1000;
const digestMs = 60_000;
const errorMs = 10_000;

/**
 * `resolveImage` of kubecfg: the name in full, and with `registry` the digest in place of the tag. A registry is asked
 * once a minute for the same image, so that periodic resyncs do not run into its rate limit; after an error it is left
 * alone for ten seconds, so that a registry that is down does not take the time of every call.
 */
export function imageNatives(config: NativesConfig, effects: NativesEffects): readonly NativeFunction[] {
  const answers = new Map<string, Answer>();

  const ask = (image: ImageName, name: string): Answer => {
    const known = answers.get(name);
    if (known !== undefined && known.until > effects.now()) return known;
    const answer = look(image, config, effects);
    answers.delete(name);
    answers.set(name, answer);
    if (answers.size > keptAnswers) answers.delete(answers.keys().next().value as string);
    if (answer.error !== undefined && config.resolveImagesError === 'warn') {
      effects.warn(`resolveImage keeps ${name} as it is: ${answer.error.message}`);
    }
    return answer;
  };

  const resolve = (text: string): string => {
    const image = parseImageName(text);
    const name = formatImageName(image);
    if (config.resolveImages === 'noop' || image.digest !== undefined) return name;
    const { digest, error } = ask(image, name);
    if (error !== undefined && config.resolveImagesError === 'error') throw error;
    return digest === undefined ? name : formatImageName({ ...image, digest });
  };

  return [define('resolveImage', [['image', 'string']], config.resolveImages === 'noop', resolve)];
}

function look(image: ImageName, config: NativesConfig, effects: NativesEffects): Answer {
  try {
    const digest = lookUpDigest(image, {
      fetch: effects.fetch,
      now: effects.now,
      timeoutMs: config.registryTimeoutSeconds * 1000,
      auths: config.registryAuths,
    });
    return { digest, until: effects.now() + digestMs };
  } catch (error) {
    return { error: error as Error, until: effects.now() + errorMs };
  }
}
