const MAX_TEXT = 300

/**
 * What an error says, without what a person may have typed: engines quote their input, and addresses and long
 * secrets (tickets, cookies, tokens) stand in messages without quotes too. At most 300 characters.
 */
export const withoutPersons = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
    .replace(/[^\s@<>]+@[^\s@<>]+/g, '[e-mail]')
    .replace(/[\w-]{40,}/g, '[secret]')
    .slice(0, MAX_TEXT)
