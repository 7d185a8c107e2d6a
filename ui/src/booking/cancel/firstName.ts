/** `Daniel` for "Daniel W." */
export const readFirstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
