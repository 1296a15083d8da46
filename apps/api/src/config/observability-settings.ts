import { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { isLoopback, isSafeAddress } from './loopback.ts'
import { decimalNumber, flag, wholeNumber } from './setting-kinds.ts'

const isWebAddress = (text: string | undefined) => text === undefined || /^https?:\/\/[^\s/]/.test(text)

/** Settings of metrics and traces; meanings in .env.example. */
export const OBSERVABILITY_SETTINGS = {
  METRICS_PORT: wholeNumber({ from: 0, to: 65_535 }).optional(),
  METRICS_HOST: z
    .string()
    .regex(/^\S+$/, 'must be a host name or an address, without blanks')
    .default('localhost'),
  METRICS_TOKEN: optionalText.refine(
    (text) => text === undefined || /^[\w.~+/-]{16,}={0,2}$/.test(text),
    'must be at least 16 letters and digits',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText.refine(isWebAddress, 'must be an http or https address'),
  OTEL_ALLOW_PLAIN: flag(false),
  OTEL_SERVICE_NAME: z.string().default('dolphin'),
  OTEL_TRACES_SAMPLER_ARG: decimalNumber({ from: 0, to: 1 }).default(1),
}

interface Settings {
  readonly METRICS_PORT?: number | undefined
  readonly METRICS_HOST: string
  readonly METRICS_TOKEN?: string | undefined
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_ALLOW_PLAIN: boolean
  readonly OTEL_SERVICE_NAME: string
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

interface ObservabilityConfig {
  readonly metrics: MetricsSettings | undefined
  readonly metricsToken: string | undefined
  readonly tracing: TracingSettings | undefined
  readonly complaints: readonly string[]
}

/** Reads the settings; figures that other machines can reach want a token, and production sends traces encrypted. */
export function observabilityOf(settings: Settings, isProduction: boolean): ObservabilityConfig {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = settings
  const open = port !== undefined && token === undefined && !isLoopback(host)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = settings
  const share = settings.OTEL_TRACES_SAMPLER_ARG
  const plain =
    isProduction && endpoint !== undefined && !isSafeAddress(endpoint) && !settings.OTEL_ALLOW_PLAIN
  return {
    metrics: port === undefined ? undefined : { host, port, token },
    metricsToken: token,
    tracing: endpoint === undefined ? undefined : { endpoint, serviceName, share },
    complaints: [
      ...(open ? ['METRICS_HOST is not this machine alone: set METRICS_TOKEN as well'] : []),
      ...(plain
        ? [
            'OTEL_EXPORTER_OTLP_ENDPOINT needs https; OTEL_ALLOW_PLAIN=true where the network between is yours alone',
          ]
        : []),
    ],
  }
}

/** Where the figures are served. */
export interface MetricsSettings {
  readonly host: string
  readonly port: number
  /** Wanted as `Authorization: Bearer …`; needed wherever others than this machine can reach the port. */
  readonly token: string | undefined
}

/** Where traces go; names as OpenTelemetry has them, .env.example says what they mean. */
export interface TracingSettings {
  /** Base address of a collector that takes OTLP over HTTP; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly serviceName: string
  /** The share of calls and jobs that are traced, 0 to 1. */
  readonly share: number
}
