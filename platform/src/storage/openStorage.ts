import { fileURLToPath } from 'node:url'
import type { Secret } from '../config/secret.ts'
import { AppProblem } from '../http/appProblem.ts'
import { folderStorage } from './folderStorage.ts'
import type { Storage } from './port.ts'
import { s3Storage } from './s3Storage.ts'

export type StorageSettings = Readonly<{
  STORAGE_URL?: URL | undefined
  STORAGE_REGION?: string | undefined
  STORAGE_ACCESS_KEY?: string | undefined
  STORAGE_SECRET_KEY?: Secret | undefined
}>

const nowhere = async (): Promise<never> => {
  throw new AppProblem(
    'DEPENDENCY_UNAVAILABLE',
    'Files can’t be uploaded or shown because this installation has no file storage (STORAGE_URL).',
  )
}

/**
 * The place for files that the settings name: a folder for `file:`, a bucket for `http(s):`. Without one
 * nothing is taken or given out (503).
 */
export const openStorage = ({
  STORAGE_URL: url,
  STORAGE_REGION: region = 'us-east-1',
  STORAGE_ACCESS_KEY: accessKeyId,
  STORAGE_SECRET_KEY: secretAccessKey,
}: StorageSettings): Storage => {
  if (url?.protocol === 'file:') return folderStorage(fileURLToPath(url))
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return {
      put: nowhere,
      putFile: nowhere,
      get: nowhere,
      getPart: nowhere,
      removeAll: async () => undefined,
    }
  return s3Storage({ bucket: url, region, accessKeyId, secretAccessKey })
}
