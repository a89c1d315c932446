// Who is signed in at the checkout: what nobody else may ever read.
export const session = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.m3aZk1cLr0vQwT8yXbN2',
  apiKey: 'ck-5e1fd0c7a94b4d2f8e60',
};
