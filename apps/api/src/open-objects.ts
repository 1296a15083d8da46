import { openBucketStore } from '@dolphin/integrations/objects/bucket-store'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { type ApiConfig, dataPaths } from './config/config.ts'

/** Opens the store of documents that the settings name. */
export async function openObjects(
  { objectStore }: Pick<ApiConfig, 'objectStore'>,
  dataDir: string,
): Promise<ObjectFolder> {
  return objectStore.kind === 's3'
    ? await openBucketStore(objectStore.settings)
    : createLocalFolderStore(dataPaths(dataDir).objects)
}

/** Opens the store of keys that go with what they seal: apart from what backups copy. docs/decisions/record-keys.md */
export async function openKeyFolder(
  { objectStore }: Pick<ApiConfig, 'objectStore'>,
  dataDir: string,
): Promise<ObjectFolder> {
  return objectStore.kind === 's3' && objectStore.keys !== undefined
    ? await openBucketStore(objectStore.keys)
    : createLocalFolderStore(dataPaths(dataDir).recordKeys)
}
