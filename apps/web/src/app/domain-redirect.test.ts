import { describe, expect, test } from 'vitest'
import { domainRedirect, redirectedPath } from './domain-redirect.ts'

const domains = { domainOfWeb: 'www.brand.example', domainOfWap: 'm.brand.example' }
const at = (hostname: string, pathname: string) => ({
  hostname,
  pathname,
  search: '',
  port: '',
  protocol: 'https:',
})

describe('domain redirect by device (product.md §2)', () => {
  test('a phone on the web domain goes to the mobile one, a desktop the other way', () => {
    expect(domainRedirect(at('www.brand.example', '/application/t0'), domains, true)).toBe(
      'https://m.brand.example/application/t0',
    )
    expect(domainRedirect(at('m.brand.example', '/coupon/verification/x'), domains, false)).toBe(
      'https://www.brand.example/coupon/verification/x',
    )
  })

  test('where the path is not kept, a stored parameter carries it', () => {
    const address = domainRedirect(at('www.brand.example', '/home'), domains, true)
    expect(address).toBe('https://m.brand.example/?redirectUrlParameter=%2Fhome')
    expect(redirectedPath(new URL(address ?? '').search)).toBe('/home')
  })

  test('query and port stay, on every kept path', () => {
    for (const kept of [
      'returning',
      'application',
      'coupon/verification',
      'create-account',
      'reset-password',
      'complete-information',
      'pending-application',
    ]) {
      const place = { ...at('www.brand.example', `/${kept}/t0`), search: '?lang=es', port: '8443' }
      expect(domainRedirect(place, domains, true)).toBe(`https://m.brand.example:8443/${kept}/t0?lang=es`)
    }
  })

  test.each(['/loan-agreement', '/signature/t0', '/signature'])('%s stays', (path) => {
    expect(domainRedirect(at('www.brand.example', path), domains, true)).toBeUndefined()
  })

  test('localhost, the proper domain and an unknown host stay, so there is never a loop', () => {
    for (const host of ['localhost', 'm.brand.example', 'other.example']) {
      expect(domainRedirect(at(host, '/home'), domains, true)).toBeUndefined()
    }
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'a parameter %s leads nowhere (design/security.md T25)',
    (path) => {
      expect(redirectedPath(`?redirectUrlParameter=${encodeURIComponent(path)}`)).toBeUndefined()
    },
  )
})
