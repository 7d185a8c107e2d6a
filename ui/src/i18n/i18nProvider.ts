import polyglotI18nProvider from 'ra-i18n-polyglot'
import englishMessages from 'ra-language-english'
import type { I18nProvider } from 'react-admin'
import { en } from './en.ts'
import type { LazyTexts } from './lazyTexts.ts'

let messages: Readonly<Record<string, unknown>> = { ...englishMessages, ...en }
const createProvider = () =>
  polyglotI18nProvider(() => messages as typeof englishMessages, 'en', [{ locale: 'en', name: 'English' }])
let provider = createProvider()

/** English now; another language is one more dictionary of the same shape. */
export const i18nProvider: I18nProvider = {
  ...provider,
  translate: (key, options) => provider.translate(key, options),
}

/** Texts that come with the pages that say them, so that the first load does not carry them. */
export const addTexts = (texts: Partial<LazyTexts>) => {
  messages = { ...messages, ...texts }
  provider = createProvider()
}
