/** Creates the sampler of traces from the standard variables `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. */
import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace'
import { ConfigProblem } from '#server/config.ts'

const parentBased = 'parentbased_'

/** For `traceidratio`, `OTEL_TRACES_SAMPLER_ARG` is the share of traces, 0–1. @throws {ConfigProblem} */
export function createSampler(variables: Record<string, string | undefined>): Sampler {
  const name = variables['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const root = createRootSampler(name.replace(parentBased, ''), variables['OTEL_TRACES_SAMPLER_ARG'] || '1')
  return name.startsWith(parentBased) ? new ParentBasedSampler({ root }) : root
}

function createRootSampler(name: string, share: string): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio': {
      const ratio = Number(share)
      if (!(ratio >= 0 && ratio <= 1)) throw new ConfigProblem(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; it is "${share}".`)
      return new TraceIdRatioBasedSampler(ratio)
    }
    default:
      throw new ConfigProblem(
        'OTEL_TRACES_SAMPLER must be always_on, always_off, or traceidratio, or one of them after parentbased_, such as parentbased_traceidratio.',
      )
  }
}
