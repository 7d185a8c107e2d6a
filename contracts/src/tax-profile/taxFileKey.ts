import { accountFolder, type StorageKey } from '../kernel/accountFolders.ts'

/** Where a tax document lies: under the account that it belongs to and the SHA-256 of its bytes. */
export const taxFileKey = (hostAccountId: string, sha256: string): StorageKey =>
  `${accountFolder('tax', hostAccountId)}${sha256}.pdf`
