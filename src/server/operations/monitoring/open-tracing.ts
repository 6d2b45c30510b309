/** Starts tracing if the standard variables of OpenTelemetry name a collector and do not disable it. The libraries are loaded only then. */
import { ConfigProblem } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { Tracing } from '#server/operations/monitoring/tracing.ts'

const protocol = 'http/protobuf'

/** Must be called before the database is opened. @throws {ConfigProblem} if a variable has an unsupported value */
export async function openTracing(environment: Record<string, string | undefined>, log: Log): Promise<Tracing | undefined> {
  const read = (name: string) => environment[name]?.trim() || undefined
  const hasCollector = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isDisabled = read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none'
  if (!hasCollector || isDisabled) return undefined
  const requested = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? protocol
  if (requested !== protocol) throw new ConfigProblem(`OTEL_EXPORTER_OTLP_PROTOCOL must be ${protocol}; it is "${requested}".`)
  const { createTracing } = await import('./tracing.ts')
  return createTracing(environment, log)
}
