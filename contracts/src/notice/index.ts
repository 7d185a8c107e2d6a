export * from './resource.ts'
export * from './feed.ts'
