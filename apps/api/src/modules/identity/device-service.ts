import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import { findDevice, knowDevice } from '@dolphin/database/identity/login-code-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { hashToken, newToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { notifyNewDevice } from './account-notice.ts'
import type { IdentityDeps } from './identity-deps.ts'

const DEVICE_MS = 180 * DAY_MS

/** The device a request comes from, as far as it says. */
export interface DeviceHint {
  readonly deviceToken: string | undefined
  readonly userAgent: string
  readonly baseUrl: string
  /** Of the session that its browser had until now. */
  readonly bindingCookie?: string | undefined
}

export interface KnownDevice {
  /** Remembered, and so spared the code. */
  readonly trusted: boolean
  /** As limits count by it. */
  readonly subject: string
}

/** The device of a request where the customer signed in on it before. */
export async function knownDevice(
  { tx, now }: UnitOfWork,
  owner: Owner,
  deviceToken: string | undefined,
): Promise<KnownDevice | undefined> {
  if (deviceToken === undefined) return undefined
  const deviceHash = hashToken(deviceToken)
  const found = await findDevice(tx, owner, deviceHash, now)
  return found && { ...found, subject: knownDeviceSubject(owner, deviceHash) }
}

/** A device of an account, as limits count by it. */
export const knownDeviceSubject = ({ portfolioId, openId }: Owner, deviceHash: string): string =>
  `${portfolioId}/${openId}/${deviceHash}`

/** What codes of a sign-in are counted by: a known device apart, so that strangers keep its owner out of nothing. */
export const codeSubject = ({ portfolioId, openId }: Owner, device: KnownDevice | undefined): string =>
  device?.subject ?? `${portfolioId}/${openId}`

/** Knows the device of a new account from the start; answers its token. */
export async function knowFirstDevice(
  { random }: Pick<IdentityDeps, 'random'>,
  { tx, now }: UnitOfWork,
  owner: Owner,
): Promise<string> {
  const token = newToken(random)
  await knowDevice(tx, owner, {
    deviceHash: hashToken(token),
    trusted: false,
    at: now,
    expiresAt: expiry(now),
  })
  return token
}

/** What a browser says of itself, and whether its device is trusted from now on. */
interface ArrivingDevice {
  readonly hint: DeviceHint
  readonly trusted: boolean
}

/**
 * Records the device of a completed sign-in and returns its token. A mail notifies the owner of a device that was
 * not known before. The token is always generated here, so that a token planted by an attacker never becomes
 * trusted.
 */
export async function arriveOnDevice(
  deps: Pick<IdentityDeps, 'random' | 'notices' | 'portfolios'>,
  unit: UnitOfWork,
  customer: Customer,
  { hint: { deviceToken, ...hint }, trusted }: ArrivingDevice,
): Promise<string> {
  const { tx, now } = unit
  const known =
    deviceToken === undefined ? undefined : await findDevice(tx, customer, hashToken(deviceToken), now)
  if (known === undefined) await notifyNewDevice(deps, unit, customer, hint)
  const token = known === undefined || deviceToken === undefined ? newToken(deps.random) : deviceToken
  const device = { deviceHash: hashToken(token), trusted: trusted || (known?.trusted ?? false) }
  await knowDevice(tx, customer, { ...device, at: now, expiresAt: expiry(now) })
  return token
}

const expiry = (now: Date): Date => new Date(now.getTime() + DEVICE_MS)
