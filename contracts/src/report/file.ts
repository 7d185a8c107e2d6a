import { accountFolder, type StorageKey } from '../kernel/accountFolders.ts'

/** Where the files of an account’s report lie. */
export const reportFolder = (hostAccountId: string, runId: string) =>
  `${accountFolder('reports', hostAccountId)}${runId}/` as const

/** The key of one part of a report’s file, from 0. */
export const reportPartKey = (
  { hostAccountId, runId, fileId }: Readonly<Record<'hostAccountId' | 'runId' | 'fileId', string>>,
  part: number,
): StorageKey => `${reportFolder(hostAccountId, runId)}${fileId}/${part}`
