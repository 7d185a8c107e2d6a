import { addTexts } from '../i18n/i18nProvider.ts'
import { replyTemplateTexts } from '../i18n/en/replyTemplate.ts'
import { threadTexts } from '../i18n/en/thread.ts'

addTexts({ thread: threadTexts, replyTemplate: replyTemplateTexts })
