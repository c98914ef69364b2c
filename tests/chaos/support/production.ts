/** Selects React's production build, as visitors get it: import this module first. */
process.env.NODE_ENV = 'production'
