// A form in React as it was written before version 18: another way to the root, classes, a store by hand.
import { Component, useEffect, useState } from 'react';
import { render } from 'react-dom';

const store = {
  getState: () => ({ form: { email: 'ada@example.com', status: 'idle', password: 'hush' } }),
  dispatch: () => {},
  subscribe: () => () => {},
};

const Provider = ({ children }) => children;

class Boundary extends Component {
  state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

function Receipt({ order }) {
  return <p>{order.lines.length}</p>;
}

function Counter({ armed }) {
  useEffect(() => {
    if (armed) throw new Error('form broken in effect');
  }, [armed]);
  return null;
}

class Form extends Component {
  state = { mode: '', email: '' };
  on = {
    handler: () => {
      throw new TypeError('form broken in handler');
    },
    timer: () =>
      setTimeout(() => {
        throw new TypeError('form broken in timer');
      }, 50),
    effect: () => this.setState({ mode: 'effect' }),
    render: () => this.setState({ mode: 'render' }),
    boundary: () => this.setState({ mode: 'boundary' }),
  };
  render() {
    const { mode } = this.state;
    return (
      <section title={this.props.label}>
        {Object.keys(this.on).map((name) => (
          <button key={name} data-testid={name} onClick={this.on[name]}>
            {name}
          </button>
        ))}
        <Counter armed={mode === 'effect'} />
        {mode === 'render' && <Receipt order={{}} />}
        <Boundary>{mode === 'boundary' && <Receipt order={{}} />}</Boundary>
      </section>
    );
  }
}

function App() {
  const [label] = useState('form');
  return (
    <Provider store={store}>
      <Form label={label} />
    </Provider>
  );
}

render(<App />, document.getElementById('root'));
