import { addTexts } from '../i18n/i18nProvider.ts'
import { messagePlanTexts } from '../i18n/en/messagePlan.ts'
import { replyTemplateTexts } from '../i18n/en/replyTemplate.ts'

addTexts({ messagePlan: messagePlanTexts, replyTemplate: replyTemplateTexts })
