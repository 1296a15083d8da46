import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig({ DOLPHIN_MODE: 'test', ...env }, '/srv')

test('without settings nothing is served and nothing traced', () => {
  const { metrics, tracing, drainMs } = read({})
  expect({ metrics, tracing, drainMs }).toEqual({ metrics: undefined, tracing: undefined, drainMs: 0 })
})

test('figures that others than this machine can reach want a token', () => {
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: 'localhost', port: 9464, token: undefined })
  expect(() => read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow(ConfigError)
  const token = 'a-token-of-the-tests'
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics?.token).toBe(
    token,
  )
  expect(() => read({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/)
  expect(read({ METRICS_TOKEN: token })).toMatchObject({ metrics: undefined, metricsToken: token })
})

test('traces go where OpenTelemetry says, with its names and shares', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(read(env).tracing).toEqual({ endpoint: 'http://localhost:4318', serviceName: 'dolphin', share: 0.1 })
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/)
})

test('a stopping server waits for balancers as long as configured, 20 seconds at most', () => {
  expect(read({ DRAIN_SECONDS: '3' }).drainMs).toBe(3_000)
  expect(() => read({ DRAIN_SECONDS: '21' })).toThrow(/DRAIN_SECONDS/)
})
