import { expect, test } from 'vitest'
import { loggablePath } from './logger.ts'

test.each([
  ['/sign-in', '/sign-in'],
  ['/fssapi/nothing/jordan@example.com?ssn=521-01-0001', '/fssapi/nothing/[hidden]'],
  ['/reset-password/3fG_h2kLmN0pQrStUvWxYz0123456789AbCdEfGhIjK', '/reset-password/[hidden]'],
  ['/Jordan%20Sample/521010001', '/[hidden]/[hidden]'],
])('of an unknown address only plain words are logged: %s', (url, logged) => {
  expect(loggablePath(url)).toBe(logged)
})
