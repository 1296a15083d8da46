import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { type Call, isOfDesk } from './call.ts'

type Asked = Pick<Call, 'path' | 'method' | 'refusals' | 'storesNothing'>

/**
 * Whether a view of a customer's pages may make this call: reads, and previews that store nothing. What may be asked only
 * so often counts how often it was, and that is a write. All else is refused. Source: docs/design/console.md, Mirror.
 */
export function isMirrored(call: Asked, body: unknown): boolean {
  if (isOfDesk(call) || call.refusals.includes('tooManyRequests')) return false
  if (call.method === 'GET' || call.storesNothing === 'always') return true
  return call.storesNothing === 'inPreview' && modeOf(body) === FormActionMode.preview
}

const modeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'mode' in body ? body.mode : undefined
