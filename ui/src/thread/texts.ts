import { addTexts } from '../i18n/i18nProvider.ts'
import { threadTexts } from '../i18n/en/thread.ts'

addTexts({ thread: threadTexts })
