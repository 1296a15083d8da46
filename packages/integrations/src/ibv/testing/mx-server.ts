import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { magnitude, moneyToWire } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { SANDBOX_INSTITUTIONS } from '../sandbox/institutions.ts'
import { vendorShapes } from './vendor-document.ts'
import { VendorServer, type VendorReply, type VendorRequest } from './vendor-server.ts'

const MEDIA_TYPE = 'application/vnd.mx.api.v1+json'
const PAGE = 40

type Member = {
  connectionStatus: string
  isBusy: boolean
  isRead: boolean
  hasNumbers: boolean
  /** Owners that the bank names; none before they are fetched. */
  hasOwners: boolean
}

/** Plays MX on this machine; the tests play the borrower at the widget, the bank and time. */
export class MxServer {
  readonly server: VendorServer
  #report: BankReport
  readonly #users = new Map<string, { readonly id: string; member: Member | undefined }>()
  #made = 0
  /** The bank that each widget began with. */
  readonly begunAt: (string | undefined)[] = []
  /** The lender has not bought the identification of owners. */
  forbidsOwners = false
  /** Nor the verification of account numbers. */
  forbidsNumbers = false
  /** What MX says of the form of every number. */
  passesValidation: boolean | null = true

  /** @param report what the bank behind it tells about. */
  constructor(report: BankReport) {
    this.#report = report
    this.server = new VendorServer({
      shapes: vendorShapes('mx'),
      answer: (request) => this.#answer(request),
      isRead: (operation) => operation.startsWith('GET '),
      mediaType: MEDIA_TYPE,
    })
  }

  /** What the bank behind it tells from now on. */
  setReport(report: BankReport): void {
    this.#report = report
  }

  /** The borrower picks a bank in the widget. */
  open(userGuid: string): void {
    this.#user(userGuid).member = {
      connectionStatus: 'CREATED',
      isBusy: false,
      isRead: false,
      hasNumbers: false,
      hasOwners: true,
    }
  }

  /** The member moves on, as the bank lets it. */
  move(userGuid: string, differs: Partial<Member>): void {
    const { member } = this.#user(userGuid)
    if (member === undefined) throw new Error('no bank was picked')
    Object.assign(member, differs)
  }

  has(userGuid: string): boolean {
    return this.#users.has(userGuid)
  }

  #user(userGuid: string) {
    const user = this.#users.get(userGuid)
    if (user === undefined) throw new Error('no such user')
    return user
  }

  #answer({ operation, names, headers, body, query }: VendorRequest): VendorReply {
    const expected = `Basic ${Buffer.from('client:key').toString('base64')}`
    if (headers.authorization !== expected) return { status: 401, body: { error: { message: 'no' } } }
    if (operation === 'POST /users') return this.#createUser(Object(body))
    if (operation.startsWith('GET /institutions')) return institutions(names[0], query.get('name') ?? '')
    const [userGuid = ''] = names
    const user = this.#users.get(userGuid)
    if (user === undefined) return { status: 404, body: { error: { message: 'Ann Sample is gone' } } }
    if (operation.startsWith('DELETE ')) {
      this.#users.delete(userGuid)
      return { status: 204, body: undefined }
    }
    if (operation.endsWith('/widget_urls')) return this.#widget(userGuid, Object(body))
    const memberGuid = memberGuidOf(userGuid)
    if (operation.endsWith('/members')) return this.#members(userGuid, user.member)
    if (user.member === undefined) return { status: 404, body: {} }
    if (operation.endsWith('/status')) return ok({ member: statusOf(memberGuid, user.member) })
    if (this.forbidsOwners && /identify|account_owners/.test(operation)) return { status: 403, body: {} }
    if (this.forbidsNumbers && /verify|account_numbers/.test(operation)) return { status: 403, body: {} }
    if (operation.endsWith('/verify') || operation.endsWith('/identify')) {
      Object.assign(user.member, { isBusy: true })
      return ok({ member: { guid: memberGuid, user_guid: userGuid } })
    }
    return this.#data(operation, userGuid, query, user.member)
  }

  #createUser(body: object): VendorReply {
    const id = String(Reflect.get(Object(Reflect.get(body, 'user')), 'id'))
    this.#made += 1
    const guid = `USR-${String(this.#made).padStart(8, '0')}`
    this.#users.set(guid, { id, member: undefined })
    return ok({ user: { guid, id, email: null, is_disabled: false, metadata: null } })
  }

  #widget(userGuid: string, body: object): VendorReply {
    const asked: unknown = Reflect.get(Object(Reflect.get(body, 'widget_url')), 'current_institution_code')
    this.begunAt.push(typeof asked === 'string' ? asked : undefined)
    this.#made += 1
    const url = `https://int-widgets.moneydesktop.com/md/connect/${this.#made}`
    return ok({ widget_url: { type: 'connect_widget', url, user_id: this.#users.get(userGuid)?.id } })
  }

  #members(userGuid: string, member: Member | undefined): VendorReply {
    const members =
      member === undefined
        ? []
        : [
            {
              guid: memberGuidOf(userGuid),
              user_guid: userGuid,
              name: this.#report.institution,
              institution_code: this.#report.institutionId ?? null,
              connection_status: member.connectionStatus,
              is_manual: false,
              is_oauth: this.#report.accounts.some(({ tokenMask }) => tokenMask !== undefined),
            },
          ]
    return paged('members', members, 1)
  }

  #data(operation: string, userGuid: string, query: URLSearchParams, { hasOwners }: Member): VendorReply {
    const page = Number(query.get('page') ?? '1')
    const { accounts } = this.#report
    const member = { user_guid: userGuid, member_guid: memberGuidOf(userGuid) }
    if (operation.endsWith('/accounts')) {
      return paged(
        'accounts',
        accounts.map((one) => ({ ...accountOf(one), ...member })),
        page,
      )
    }
    if (operation.endsWith('/account_numbers')) {
      const numbers = accounts
        .filter(({ open }) => open)
        .map((one) => ({
          ...numbersOf(one),
          passed_validation: this.passesValidation,
          ...member,
        }))
      return paged('account_numbers', numbers, page)
    }
    if (operation.endsWith('/account_owners')) {
      const owners = accounts.flatMap(({ accountId, ownerNames }) =>
        (hasOwners ? ownerNames : []).map((name) => ({
          account_guid: accountId,
          owner_name: name,
          ...member,
        })),
      )
      return paged('account_owners', owners, page)
    }
    const [from, to] = [query.get('from_date') ?? '', query.get('to_date') ?? '']
    // A day is its first instant: what happened in the course of the last day is after it.
    const lines = accounts.flatMap(linesOf).filter(({ date }) => date >= from && date < to)
    const pending = lines.slice(-1).map((line) => ({ ...line, guid: 'TRN-pending', status: 'PENDING' }))
    return paged(
      'transactions',
      [...lines, ...pending].map((line) => ({ ...line, ...member })),
      page,
    )
  }
}

const memberGuidOf = (userGuid: string): string => userGuid.replace('USR-', 'MBR-')
const ok = (body: object): VendorReply => ({ status: 200, body })

/** MX tells no state of a bank. */
function institutions(code: string | undefined, words: string): VendorReply {
  const all = SANDBOX_INSTITUTIONS.map(({ institutionId, name }) => ({
    code: institutionId,
    name,
    iso_country_code: 'US',
    is_disabled_by_client: false,
  }))
  if (code === undefined)
    return paged(
      'institutions',
      all.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())),
      1,
    )
  const institution = all.find((one) => one.code === code)
  return institution === undefined ? { status: 404, body: {} } : ok({ institution })
}

function paged(name: string, items: readonly unknown[], page: number): VendorReply {
  const pages = Math.max(1, Math.ceil(items.length / PAGE))
  const pagination = { current_page: page, per_page: PAGE, total_entries: items.length, total_pages: pages }
  return ok({ [name]: items.slice((page - 1) * PAGE, page * PAGE), pagination })
}

const statusOf = (guid: string, { connectionStatus, isBusy, isRead, hasNumbers }: Member) => ({
  guid,
  connection_status: connectionStatus,
  is_authenticated: connectionStatus === 'CONNECTED',
  is_being_aggregated: isBusy,
  has_processed_accounts: isRead,
  has_processed_transactions: isRead,
  has_processed_account_numbers: hasNumbers,
})

const accountOf = ({ accountId, accountNumber, tokenMask, name, type, balance, open }: BankAccount) => ({
  guid: accountId,
  name,
  type: type === BankAccountType.checking ? 'CHECKING' : 'SAVINGS',
  subtype: type === BankAccountType.moneyMarket ? 'MONEY_MARKET' : null,
  balance: Number(moneyToWire(balance)),
  currency_code: 'USD',
  account_number: tokenMask ?? accountNumber.slice(-4),
  is_closed: !open,
})

const numbersOf = ({ accountId, accountNumber, routingNumber }: BankAccount) => ({
  account_guid: accountId,
  account_number: accountNumber,
  routing_number: routingNumber,
})

const linesOf = ({ accountId, transactions }: BankAccount) =>
  transactions.map((line) => ({
    guid: line.transactionId,
    account_guid: accountId,
    amount: Number(moneyToWire(magnitude(line.amount))),
    type: line.amount < 0n ? 'DEBIT' : 'CREDIT',
    date: formatLocalDate(line.date),
    description: line.description.slice(0, 8),
    original_description: line.description,
    status: 'POSTED',
    currency_code: 'USD',
  }))
