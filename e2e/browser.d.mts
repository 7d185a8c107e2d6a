export function browserPath(): Promise<string>
