/** Folders of the storage. Each holds one folder for each account, which erasing the account removes. */
export const ACCOUNT_FOLDERS = ['agreements', 'files', 'reports', 'statements', 'tax'] as const
type FolderName = (typeof ACCOUNT_FOLDERS)[number]

/** Where a file lies in the storage: every file belongs to an account. */
export type StorageKey = `${FolderName}/${string}/${string}`

/** Where the storage holds an account's files of one kind. */
export const accountFolder = <N extends FolderName>(name: N, hostAccountId: string) =>
  `${name}/${hostAccountId}/` as const
