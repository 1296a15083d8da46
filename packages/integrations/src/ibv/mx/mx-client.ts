import type {
  AccountsApi,
  InstitutionsApi,
  MembersApi,
  TransactionsApi,
  UsersApi,
  WidgetsApi,
} from 'mx-platform-node'
import type { JsonValue } from '../json-value.ts'
import { transportOptions, VendorClient, type VendorClientDeps } from '../vendor-client.ts'

export const MX_BASE_URLS = {
  integration: 'https://int-api.mx.com',
  production: 'https://api.mx.com',
} as const
const MEDIA_TYPE = 'application/vnd.mx.api.v1+json'
/** The most that MX gives at once. */
const PAGE_SIZE = 1_000
const MEMBERS_AT_ONCE = 100
const BANKS_AT_ONCE = 25

export type MxSettings = {
  readonly clientId: string
  readonly apiKey: string
  readonly environment: keyof typeof MX_BASE_URLS
  /** Another address than the environment's own, such as a proxy's or a local server's. */
  readonly baseUrl?: string | undefined
  /** What MX names itself by at our webhook (HTTP Basic); agreed with MX when the webhook is set up. */
  readonly webhookUsername: string
  readonly webhookPassword: string
}

type MxApis = {
  readonly users: UsersApi
  readonly institutions: InstitutionsApi
  readonly widgets: WidgetsApi
  readonly members: MembersApi
  readonly accounts: AccountsApi
  readonly transactions: TransactionsApi
}

/** A member: one user's connection to one bank. */
export type MemberName = { readonly userGuid: string; readonly memberGuid: string }

/** MX's Platform API (v20111101) as this product uses it, by the official client. */
export class MxClient {
  readonly #users: UsersApi
  readonly #institutions: InstitutionsApi
  readonly #widgets: WidgetsApi
  readonly #members: MembersApi
  readonly #accounts: AccountsApi
  readonly #transactions: TransactionsApi
  readonly #calls: VendorClient
  /** Apart, so that a directory that is away stops no link. */
  readonly #directory: VendorClient

  private constructor(
    { users, institutions, widgets, members, accounts, transactions }: MxApis,
    deps: VendorClientDeps,
  ) {
    this.#users = users
    this.#institutions = institutions
    this.#widgets = widgets
    this.#members = members
    this.#accounts = accounts
    this.#transactions = transactions
    this.#calls = new VendorClient('mx', deps)
    this.#directory = new VendorClient('mx', deps)
  }

  /** Loads the official client, which is large, only for those who link through MX. */
  static async open(
    { clientId, apiKey, environment, baseUrl }: MxSettings,
    deps: VendorClientDeps,
  ): Promise<MxClient> {
    const mx = await import('mx-platform-node')
    const configuration = new mx.Configuration({
      username: clientId,
      password: apiKey,
      basePath: baseUrl ?? MX_BASE_URLS[environment],
      baseOptions: { ...transportOptions(deps.timeoutMs), headers: { Accept: MEDIA_TYPE } },
    })
    const apis = {
      users: new mx.UsersApi(configuration),
      institutions: new mx.InstitutionsApi(configuration),
      widgets: new mx.WidgetsApi(configuration),
      members: new mx.MembersApi(configuration),
      accounts: new mx.AccountsApi(configuration),
      transactions: new mx.TransactionsApi(configuration),
    }
    return new MxClient(apis, deps)
  }

  get isAvailable(): boolean {
    return this.#calls.isAvailable
  }

  /** The first page of banks by words of their name, those alone that give account numbers and transactions. */
  searchInstitutions<T>(words: string, decode: (answer: JsonValue) => T): Promise<T> {
    const [needsNumbers, needsLines] = [true, true]
    const ask = () =>
      this.#institutions.listInstitutions(
        words,
        undefined,
        1,
        BANKS_AT_ONCE,
        undefined,
        undefined,
        needsNumbers,
        needsLines,
      )
    return this.#directory.read('searchInstitutions', ask, decode)
  }

  institution<T>(institutionCode: string, decode: (answer: JsonValue) => T): Promise<T> {
    const ask = () => this.#institutions.readInstitution(institutionCode)
    return this.#directory.read('institution', ask, decode)
  }

  /** A user for one attempt, named by its request code: MX receives nothing about the person. */
  createUser<T>(requestCode: string, decode: (answer: JsonValue) => T): Promise<T> {
    return this.#calls.change(
      'createUser',
      () => this.#users.createUser({ user: { id: requestCode } }),
      decode,
    )
  }

  /** An address of the Connect widget, good once and for minutes: account numbers, transactions and owners. */
  widgetUrl<T>(
    { userGuid, institutionCode }: { readonly userGuid: string; readonly institutionCode: string | null },
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const widget = {
      widget_type: 'connect_widget',
      mode: 'verification',
      include_transactions: true,
      include_identity: true,
      disable_background_agg: true,
      ui_message_version: 4,
      ...(institutionCode === null ? {} : { current_institution_code: institutionCode }),
    }
    const ask = () => this.#widgets.requestWidgetURL(userGuid, { widget_url: widget })
    return this.#calls.change('widgetUrl', ask, decode)
  }

  members<T>(userGuid: string, decode: (answer: JsonValue) => T): Promise<T> {
    const ask = () => this.#members.listMembers(userGuid, 1, MEMBERS_AT_ONCE)
    return this.#calls.read('members', ask, decode)
  }

  memberStatus<T>({ userGuid, memberGuid }: MemberName, decode: (answer: JsonValue) => T): Promise<T> {
    const ask = () => this.#members.readMemberStatus(memberGuid, userGuid)
    return this.#calls.read('memberStatus', ask, decode)
  }

  /** Has MX fetch the account numbers of a member that was linked without them. */
  verify({ userGuid, memberGuid }: MemberName): Promise<void> {
    const ask = () => this.#members.verifyMember(memberGuid, userGuid)
    return this.#calls.change('verify', ask, () => undefined)
  }

  /** Has MX fetch the owners of a member's accounts. */
  identify({ userGuid, memberGuid }: MemberName): Promise<void> {
    const ask = () => this.#members.identifyMember(memberGuid, userGuid)
    return this.#calls.change('identify', ask, () => undefined)
  }

  accounts<T>(
    { userGuid, memberGuid }: MemberName,
    page: number,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const ask = () => this.#accounts.listMemberAccounts(userGuid, memberGuid, undefined, page, PAGE_SIZE)
    return this.#calls.read('accounts', ask, decode)
  }

  accountNumbers<T>(
    { userGuid, memberGuid }: MemberName,
    page: number,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const ask = () => this.#accounts.listAccountNumbersByMember(memberGuid, userGuid, page, PAGE_SIZE)
    return this.#calls.read('accountNumbers', ask, decode)
  }

  owners<T>(
    { userGuid, memberGuid }: MemberName,
    page: number,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const ask = () => this.#accounts.listAccountOwnersByMember(memberGuid, userGuid, page, PAGE_SIZE)
    return this.#calls.read('owners', ask, decode)
  }

  /** One page of transactions dated from one day to another, both YYYY-MM-DD. */
  transactions<T>(
    { userGuid, memberGuid }: MemberName,
    [from, to]: readonly [string, string],
    page: number,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const ask = () =>
      this.#transactions.listTransactionsByMember(memberGuid, userGuid, page, PAGE_SIZE, from, to)
    return this.#calls.read('transactions', ask, decode)
  }

  /** Takes the user away, with every member, account and transaction of it. */
  deleteUser(userGuid: string): Promise<void> {
    return this.#calls.change(
      'deleteUser',
      () => this.#users.deleteUser(MEDIA_TYPE, userGuid),
      () => undefined,
    )
  }
}
