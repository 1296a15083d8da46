import { readFileSync } from 'node:fs'
import { componentShapes, shapesOf, type VendorShapes } from './openapi-shape.ts'

export type Vendor = 'plaid' | 'mx'

/** Operations of each vendor that this product uses, as the vendor's document names them. */
const OPERATIONS: Readonly<Record<Vendor, readonly string[]>> = {
  plaid: [
    'POST /institutions/search',
    'POST /institutions/get_by_id',
    'POST /link/token/create',
    'POST /link/token/get',
    'POST /item/public_token/exchange',
    'POST /auth/get',
    'POST /identity/get',
    'POST /transactions/sync',
    'POST /item/remove',
    'POST /webhook_verification_key/get',
  ],
  mx: [
    'GET /institutions',
    'GET /institutions/{institution_code}',
    'POST /users',
    'DELETE /users/{user_guid}',
    'POST /users/{user_guid}/widget_urls',
    'GET /users/{user_guid}/members',
    'GET /users/{user_guid}/members/{member_guid}/status',
    'POST /users/{user_guid}/members/{member_guid}/verify',
    'POST /users/{user_guid}/members/{member_guid}/identify',
    'GET /users/{user_guid}/members/{member_guid}/accounts',
    'GET /users/{user_guid}/members/{member_guid}/account_numbers',
    'GET /users/{user_guid}/members/{member_guid}/account_owners',
    'GET /users/{user_guid}/members/{member_guid}/transactions',
  ],
}

/** Messages whose shapes the document gives; MX's document has none. */
const MESSAGES: Readonly<Record<Vendor, readonly string[]>> = {
  plaid: [
    'LinkSessionFinishedWebhook',
    'SyncUpdatesAvailableWebhook',
    'ItemErrorWebhook',
    'UserPermissionRevokedWebhook',
    'UserAccountRevokedWebhook',
    'PendingDisconnectWebhook',
    'PendingExpirationWebhook',
  ],
  mx: [],
}

/** Optional members that the adapters send or read; the digest keeps these beside all required ones. */
const USED: Readonly<Record<Vendor, string>> = {
  plaid: `user client_user_id products required_if_supported_products transactions days_requested webhook hosted_link
    completion_redirect_uri url_lifetime_seconds hosted_link_url link_sessions link_session_id started_at finished_at
    exit error error_type error_code error_message display_message metadata results on_success on_exit public_token
    access_token cursor count options include_original_description original_description name institution_name
    institution_id client_id secret key_id can_transfer_out owners names expired_at public_tokens is_tokenized_account_number mask
    account_owner pending_transaction_id payment_meta location query country_codes include_status institutions institution
    routing_numbers status item_logins auth transactions_updates institution_data routing_number`,
  mx: `user guid id email is_disabled metadata widget_url widget_type mode include_transactions include_identity
    disable_background_agg ui_message_version type url user_id members pagination current_page per_page
    total_entries total_pages name is_manual is_oauth user_guid member_guid member connection_status is_authenticated
    is_being_aggregated has_processed_accounts has_processed_transactions has_processed_account_numbers accounts
    subtype balance available_balance currency_code is_closed account_numbers account_guid account_number
    routing_number passed_validation account_owners owner_name first_name last_name transactions amount date
    description original_description status institutions institution code iso_country_code is_disabled_by_client
    institution_code current_institution_code`,
}

const digestFile = (vendor: Vendor): URL => new URL(`vectors/${vendor}-digest.json`, import.meta.url)

/** Where the vendor's whole document lies on this machine, if it does; it is the vendor's and stays outside. */
export function documentFile(vendor: Vendor): string | undefined {
  return process.env[vendor === 'plaid' ? 'PLAID_OPENAPI' : 'MX_OPENAPI'] || undefined
}

/** The vendor's document reduced to what is used here, or whole. Needs the document. */
export function readDocument(vendor: Vendor, file: string, extent: 'used' | 'whole'): VendorShapes {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const used = new Set(USED[vendor].split(/\s+/))
  const keeps = (name: string) => extent === 'whole' || used.has(name)
  return {
    ...shapesOf(document, OPERATIONS[vendor], keeps),
    ...componentShapes(document, MESSAGES[vendor], keeps),
  }
}

/** What the local servers hold every message against: the whole document where it is at hand, else the digest. */
export function vendorShapes(vendor: Vendor): VendorShapes {
  const file = documentFile(vendor)
  if (file !== undefined) return readDocument(vendor, file, 'whole')
  return JSON.parse(readFileSync(digestFile(vendor), 'utf8')) as VendorShapes
}
