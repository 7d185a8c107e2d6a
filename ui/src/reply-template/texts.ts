import { addTexts } from '../i18n/i18nProvider.ts'
import { replyTemplateTexts } from '../i18n/en/replyTemplate.ts'

addTexts({ replyTemplate: replyTemplateTexts })
