export * from './followUps.ts'
export * from './messages.ts'
export * from './resource.ts'
export * from './sealedTexts.ts'
