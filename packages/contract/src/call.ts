import type { z } from 'zod'
import type { ResponseCodeName } from './response-codes.ts'
import type { StaffRule } from './staff-rule.ts'
import type { TouchRule } from './touch-rule.ts'

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call (contract.md's P, R, C, S, O):
 * public: anyone · resource: with a valid resource token · customer: signed in as a customer ·
 * session: signed in, or the limited session of a resource, own data only · operations: grant EMPLOYEE.
 */
export type CallAccess = 'public' | 'resource' | 'customer' | 'session' | 'operations'

/** Nouns of the modules, the tags of the OpenAPI document. Source: docs/architecture.md, order of modules. */
export type Feature =
  | 'identity'
  | 'applications'
  | 'verification'
  | 'decisions'
  | 'plans'
  | 'agreements'
  | 'disbursement'
  | 'payments'
  | 'servicing'
  | 'coupons'
  | 'consents'
  | 'documents'
  | 'messages'
  | 'notices'
  | 'portfolios'
  | 'reference-data'
  | 'staff'
  | 'approvals'
  | 'examiner'
  | 'privacy'
  | 'work-items'
  | 'customer-files'
  | 'system'
  | 'tracking'

/** What a call takes. A part that is absent takes nothing, and a name stands in one part alone (call-names.ts). */
export interface CallInput {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

export interface Call<
  Name extends string = string,
  Method extends CallMethod = CallMethod,
  Path extends string = string,
  Input extends CallInput = CallInput,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly name: Name
  readonly method: Method
  /** Below the gateway prefix; parameters in braces: `/dolphin-loan/online/form/{code}`. */
  readonly path: Path
  readonly feature: Feature
  readonly access: CallAccess
  /** What an employee needs to make the call; on a public one: it is answered at the desk too, to who is signed in. */
  readonly staff?: StaffRule
  /** It releases money: a passkey is touched over exactly what is done. Source: docs/decisions/staff.md. */
  readonly touch?: TouchRule
  /** True where an employee reads a customer's file by it: each read is in the audit. */
  readonly readsCustomer?: true
  /** How a call that is no GET answers and stores nothing: always, or where its body asks for a preview (mode 0). */
  readonly storesNothing?: 'always' | 'inPreview'
  /** True where a public call writes for the signed-in customer, if any: an ended session is refused, not ignored. */
  readonly ownedWhenSignedIn?: boolean
  readonly request: Input
  /** The most that its body may have; where it names none, what every call may have. */
  readonly bodyLimitBytes?: number
  readonly reply: Reply
  /** What this call may refuse with, besides the codes that any call may answer. */
  readonly refusals: readonly ResponseCodeName[]
  /** True where the call creates, signs or moves money: it then requires an Idempotency-Key header. */
  readonly idempotent: boolean
  /** `multipart` bodies are fields as named plus one file; `file` replies are bytes, outside the envelope. */
  readonly requestType?: 'json' | 'multipart'
  readonly replyType?: 'envelope' | 'file'
  readonly summary: string
  readonly source: 'product.md §7' | 'ours'
}

/** Declares a call; the identity function, kept so that each part keeps its literal type. */
export function defineCall<
  const Name extends string,
  const Method extends CallMethod,
  const Path extends `/${string}`,
  const Input extends CallInput,
  Reply extends z.ZodType,
>(call: Call<Name, Method, Path, Input, Reply>): Call<Name, Method, Path, Input, Reply> {
  return call
}

type RequestField = 'params' | 'query' | 'body'
type FieldsOf<C extends Call> = {
  [Field in RequestField]: C['request'][Field] extends z.ZodType ? Field : never
}[RequestField]

/** What a handler is given: the parsed request. */
export type CallRequest<C extends Call> = {
  readonly [Field in FieldsOf<C>]: C['request'][Field] extends z.ZodType
    ? z.output<C['request'][Field]>
    : never
}

/** What a client passes: the request before parsing. */
export type CallInputOf<C extends Call> = {
  readonly [Field in FieldsOf<C>]: C['request'][Field] extends z.ZodType
    ? z.input<C['request'][Field]>
    : never
}

/** Messages are read-only in flight: services may return lists that they only lend. */
export type Immutable<Value> = Value extends readonly unknown[] | Readonly<Record<string, unknown>>
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value

/** What success carries as `data`. */
export type CallReply<C extends Call> = Immutable<z.output<C['reply']>>

/** Below it stands what employees do; it is served at the lender's desk alone. */
const DESK = '/dolphin-ops/'

/** Whether a call is made at the lender's desk alone, and at no portfolio's host. */
export const isOfDesk = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith(DESK)

/** Whether the desk answers a call. */
export const isAtDesk = (call: Pick<Call, 'path' | 'staff'>): boolean =>
  isOfDesk(call) || call.staff !== undefined

/** The path in the server's notation: `{code}` becomes `:code`. */
export function routePath(call: Pick<Call, 'path'>): string {
  return call.path.replace(/\{([a-zA-Z]+)\}/g, ':$1')
}
