/**
 * Interface texts that the specification fixes word for word. Most of them are checked in journeys. The texts of rare states are checked
 * here, because no journey reaches every state.
 */
import { describe, expect, test } from 'vitest'
import { account, problemText } from '#web/text/en/accounts.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { exam } from '#web/text/en/practice.ts'
import { results } from '#web/text/en/results.ts'
import { profileHeader, site } from '#web/text/en/site.ts'

describe('the interface uses the texts of the specification', () => {
  test('for the states of the certification list', () => {
    expect(catalogue).toMatchObject({
      listTitle: 'Available Certifications',
      errorTitle: 'Error Loading Certifications',
      failed: 'Failed to load certifications',
      emptyTitle: 'No Certifications Found',
      empty: 'There are currently no certifications available.',
    })
  })

  test('for the states of the exam screen and of a question', () => {
    expect(exam.title('MB-800')).toBe('MB-800 Practice Exam')
    expect(exam).toMatchObject({
      errorTitle: 'Error Loading Questions',
      failed: 'Failed to load questions',
      returnToList: 'Return to Certifications',
      emptyTitle: 'No Questions Available',
      empty: 'There are no questions available for this certification yet.',
      openCaseStudy: 'Open Case Study',
      finish: 'Finish Exam',
      reveal: 'Reveal Answer',
      hide: 'Hide Answer',
      explanation: 'Explanation:',
      reference: 'Reference Documentation',
      noOptions: 'No options available for this question.',
      types: { single_choice: 'Single Choice', multiple_choice: 'Multiple Choice', reorder: 'Reorder', drag_drop: 'Drag & Drop' },
    })
    expect(results.restart).toBe('Restart Exam')
  })

  test('for signing in and its errors', () => {
    expect(account).toMatchObject({
      signInTitle: 'Welcome Back',
      signIn: 'Sign in',
      signingIn: 'Signing in...',
      forgot: 'Forgot password?',
    })
    const texts = {
      FIELDS_BLANK: 'Please enter both email and password.',
      EMAIL_INVALID: 'Please enter a valid email address.',
      SIGN_IN_PASSWORD_SHORT: 'Password must be at least 6 characters long.',
      INVALID_EMAIL_OR_PASSWORD: 'The email or password you entered is incorrect. Please check your credentials and try again.',
      EMAIL_NOT_VERIFIED: 'Please verify your email address before logging in. Check your inbox for a confirmation email.',
      TOO_MANY_ATTEMPTS: 'Too many login attempts. Please try again later.',
      SIGN_IN_FAILED: 'Unable to sign in. Please check your credentials and try again.',
      UNEXPECTED: 'An unexpected error occurred. Please try again later.',
    }
    for (const [code, text] of Object.entries(texts)) expect(problemText(code)).toBe(text)
  })

  test('for the question bank', () => {
    expect(bank.options(4)).toBe('4 options')
    expect(bank).toMatchObject({
      searchHint: 'Search questions...',
      files: 'Import/Export',
      filesTitle: 'Import/Export Questions',
      add: 'Add Question',
      errorTitle: 'Error Loading Questions',
      failed: 'Failed to load questions',
      deleteTitle: 'Delete Question',
      deleteSure: 'Are you sure you want to delete this question? This action cannot be undone.',
      deleting: 'Deleting...',
      previewTitle: 'Question Preview',
      closePreview: 'Close Preview',
      importing: 'Importing...',
      importFailed: 'Failed to import questions',
      exportFailed: 'Failed to export questions',
      error: 'An error occurred',
    })
    expect(questionEditor).toMatchObject({ addTitle: 'Add New Question', editTitle: 'Edit Question', saving: 'Saving...' })
    expect(catalogueAdmin).toMatchObject({ saving: 'Saving...' })
  })

  test('for the header, the profile, and unexpected errors', () => {
    expect(site).toMatchObject({ signIn: 'Sign In', signOut: 'Sign Out', unexpectedTitle: 'Unexpected Application Error!' })
    expect(profileHeader.role).toBe('Dynamics 365 Certification Candidate')
  })
})
