import type { NativeFunction } from '../../jsonnet/index.js';
import type { NativesConfig } from '../config.js';
import { define } from '../define.js';
import type { NativesEffects } from '../effects/effects.js';
import { Recent } from '../recent.js';
import { formatImageName, type ImageName, parseImageName } from './image-name.js';
import { lookUpDigest } from './registry.js';

/** The answer of a registry, and until when it may be used. */
interface Answer {
  readonly digest?: string;
  readonly error?: Error;
  readonly until: number;
}

const keptAnswers = 1000;
const digestMs = 60_000;
const errorMs = 10_000;

/**
 * kubecfg's `resolveImage`: the full name of an image, and with `registry` the digest instead of the tag. A registry is
 * asked about an image once a minute at most, so that periodic resyncs do not exceed its rate limit; after an error it
 * is not asked for ten seconds, so that a registry that is down does not slow down every call.
 */
export function imageNatives(config: NativesConfig, effects: NativesEffects): readonly NativeFunction[] {
  const answers = new Recent<Answer>(keptAnswers);

  const ask = (image: ImageName, name: string): Answer => {
    const answer = lookUp(image, config, effects);
    if (answer.error !== undefined && config.resolveImagesError === 'warn') {
      effects.warn(`resolveImage keeps ${name} as it is: ${answer.error.message}`);
    }
    return answer;
  };

  const resolve = (text: string): string => {
    const image = parseImageName(text);
    const name = formatImageName(image);
    if (config.resolveImages === 'noop' || image.digest !== undefined) return name;
    const { digest, error } = answers.get(
      name,
      () => ask(image, name),
      ({ until }) => until > effects.now(),
    );
    if (error !== undefined && config.resolveImagesError === 'error') throw error;
    return digest === undefined ? name : formatImageName({ ...image, digest });
  };

  return [define('resolveImage', [['image', 'string']], config.resolveImages === 'noop', resolve)];
}

function lookUp(image: ImageName, config: NativesConfig, effects: NativesEffects): Answer {
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
