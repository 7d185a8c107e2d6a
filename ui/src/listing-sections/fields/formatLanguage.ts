const names = new Intl.DisplayNames('en', { type: 'language' })

/** The name of a language by its code: `English`. */
export const formatLanguage = (code: string): string => names.of(code) ?? code
