import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authMethodErrors, authMethodText, hasValidAuth } from './auth-method.ts';

const google = { isGoogleLogin: true, password: null };
const password = { isGoogleLogin: false, password: 'secret' };
const both = { isGoogleLogin: true, password: 'secret' };
const neither = { isGoogleLogin: false, password: '' };

test('authMethodText names the method', () => {
  assert.equal(authMethodText(google), 'Google Login');
  assert.equal(authMethodText(password), 'Password');
  assert.equal(authMethodText(both), 'Invalid (Both methods)');
  assert.equal(authMethodText(neither), 'Not configured');
});

test('a blank, null or absent password counts as none', () => {
  for (const nothing of ['', '  ', null, undefined]) {
    assert.equal(authMethodText({ isGoogleLogin: false, password: nothing }), 'Not configured');
    assert.equal(authMethodText({ isGoogleLogin: true, password: nothing }), 'Google Login');
  }
  assert.equal(authMethodText({ isGoogleLogin: false }), 'Not configured');
});

test('exactly one method is valid', () => {
  assert.deepEqual([google, password, both, neither].map(hasValidAuth), [true, true, false, false]);
  assert.deepEqual(authMethodErrors(google), {});
  assert.deepEqual(authMethodErrors(password), {});
});

test('both methods and neither are refused with the specified messages', () => {
  assert.deepEqual(authMethodErrors(both), {
    authentication: 'Cannot use both Google Login and password authentication',
  });
  assert.deepEqual(authMethodErrors(neither), {
    password: 'Password is required when not using Google Login',
    authentication: 'Please select an authentication method: either enter a password or enable Google Login',
  });
});
