import polyglotI18nProvider from 'ra-i18n-polyglot'
import englishMessages from 'ra-language-english'
import type { I18nProvider } from 'react-admin'
import { en } from './en.ts'
import type { LazyTexts } from './lazyTexts.ts'

let messages: Readonly<Record<string, unknown>> = { ...englishMessages, ...en }
const createProvider = () =>
  polyglotI18nProvider(() => messages as typeof englishMessages, 'en', [{ locale: 'en', name: 'English' }])
let provider = createProvider()

/** English only; another language is another dictionary of the same shape. */
export const i18nProvider: I18nProvider = {
  ...provider,
  translate: (key, options) => provider.translate(key, options),
}

/** Adds texts that are loaded with their pages, which keeps the first load small. */
export const addTexts = (texts: Partial<LazyTexts>) => {
  messages = { ...messages, ...texts }
  provider = createProvider()
}
