import { DESK_ROUTES } from '@dolphin/contract/desk-route-table'
import { deskSettings } from '../app/settings.ts'

/** The calls that answer the bytes of a customer's file. */
type FileCall = 'statementFile' | 'documentRequestFile'

/** Where the browser gets a file itself, with the session that the page has. */
export const filePath = (name: FileCall, params: Readonly<Record<string, string>>): string =>
  deskSettings().gatewayPrefix +
  DESK_ROUTES[name].path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
