import { addTexts } from '../i18n/i18nProvider.ts'
import { messageRuleTexts } from '../i18n/en/messageRule.ts'
import { replyTemplateTexts } from '../i18n/en/replyTemplate.ts'

addTexts({ messageRule: messageRuleTexts, replyTemplate: replyTemplateTexts })
