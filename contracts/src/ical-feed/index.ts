export * from './messages.ts'
export * from './resource.ts'
export * from './rules/ownUid.ts'
export * from './sealedEntries.ts'
