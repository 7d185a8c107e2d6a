/** `Daniel` for "Daniel W." */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
