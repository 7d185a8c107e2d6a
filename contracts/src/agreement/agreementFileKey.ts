import { accountFolder, type StorageKey } from '../kernel/accountFolders.ts'

/** Where a printed agreement lies: under the account that it belongs to and the SHA-256 of its bytes. */
export const agreementFileKey = (hostAccountId: string, sha256: string): StorageKey =>
  `${accountFolder('agreements', hostAccountId)}${sha256}.pdf`
