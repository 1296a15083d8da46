import type { BucketSettings } from '@dolphin/integrations/objects/bucket-store'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'

/** Where documents lie: in DATA_DIR, or in a bucket that every node reaches. */
export const OBJECT_STORE_SETTINGS = {
  OBJECT_STORE: z.enum(['folder', 's3']).default('folder'),
  S3_BUCKET: optionalText.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes',
  ),
  S3_PREFIX: optionalText.refine(
    (value) => value === undefined || /^(?:[a-z0-9_-]+\/)+$/.test(value),
    'must be a folder in the bucket with a slash at its end, such as dolphin/',
  ),
  S3_REGION: optionalText,
  S3_ENDPOINT: optionalText,
}
const Settings = z.object(OBJECT_STORE_SETTINGS)
type Settings = z.infer<typeof Settings>

export type ObjectStoreConfig =
  | { readonly kind: 'folder' }
  | { readonly kind: 's3'; readonly settings: BucketSettings }

const AMAZONS_FIRST_REGION = 'us-east-1'

/** Reads them; `complaints` names what is missing or contradicts. Documents travel encrypted, or not beyond this machine. */
export function objectStoreOf(
  { OBJECT_STORE, S3_BUCKET: bucket, S3_PREFIX: prefix, S3_REGION: region, S3_ENDPOINT: endpoint }: Settings,
  databaseUrl: string | undefined,
  isSafeAddress: (address: string) => boolean,
): { readonly config: ObjectStoreConfig; readonly complaints: readonly string[] } {
  if (OBJECT_STORE === 'folder') {
    const complaints =
      bucket === undefined ? [] : ['S3_BUCKET: set, but OBJECT_STORE is folder; set OBJECT_STORE=s3']
    return { config: { kind: 'folder' }, complaints }
  }
  const complaints = [
    ...(bucket === undefined ? ['S3_BUCKET: needed with OBJECT_STORE=s3'] : []),
    ...(endpoint === undefined || isSafeAddress(endpoint)
      ? []
      : ['S3_ENDPOINT: must be an https address (http on this machine alone)']),
    ...(databaseUrl === undefined
      ? ['OBJECT_STORE=s3 needs DATABASE_URL: the embedded database and its documents are one folder']
      : []),
  ]
  const settings = {
    bucket: bucket ?? '',
    prefix: prefix ?? '',
    region: region ?? AMAZONS_FIRST_REGION,
    endpoint,
  }
  return { config: { kind: 's3', settings }, complaints }
}
