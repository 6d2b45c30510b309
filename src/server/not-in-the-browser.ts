/** Stands in for every `#server/*` module in a browser build, where reaching one of them is a mistake. */
throw new Error('Server code was reached from the browser: move the import into a loader or an action')
