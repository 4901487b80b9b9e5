//! From tokens to the steps of a calculation, in the order in which they are done: operands before operators.

use super::fault::Fault;
use super::functions::{Function, NAMES};
use super::lex::{Lexer, Token, constant};
use super::limits::Reason;
use super::number::Number;
use super::operators::Operator;
use crate::text;

/// A step of a calculation, and the byte of the expression that says it.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) at: usize,
    pub(super) action: Action,
}

/// What a step does with the numbers that are there already, the last ones first.
#[derive(Debug)]
pub(super) enum Action {
    Push(Number),
    Negate,
    Affirm,
    Apply(Operator),
    Call(Function, usize),
}

/// The steps of an expression.
///
/// Only parentheses nest calls of the parser, and the lexer bounds those.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, Fault> {
    let mut lexer = Lexer::new(text);
    let (at, token) = lexer.next()?;
    let mut parser = Parser { lexer, token, at, steps: Vec::new() };
    parser.sum()?;
    match &parser.token {
        Token::End => Ok(parser.steps),
        Token::Comma => Err(Fault::syntax(
            parser.at,
            "a comma only stands between the arguments of a function; write 1000 for 1,000",
        )),
        _ => Err(parser.expected("an operator or the end")),
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    at: usize,
    steps: Vec<Step>,
}

impl Parser<'_> {
    fn advance(&mut self) -> Result<(), Fault> {
        (self.at, self.token) = self.lexer.next()?;
        Ok(())
    }

    fn emit(&mut self, at: usize, action: Action) {
        self.steps.push(Step { at, action });
    }

    fn sum(&mut self) -> Result<(), Fault> {
        self.product()?;
        while let Token::Operator(operator @ (Operator::Add | Operator::Subtract)) = self.token {
            let at = self.at;
            self.advance()?;
            self.product()?;
            self.emit(at, Action::Apply(operator));
        }
        Ok(())
    }

    fn product(&mut self) -> Result<(), Fault> {
        self.factor()?;
        while let Token::Operator(
            operator @ (Operator::Multiply | Operator::Divide | Operator::FloorDivide | Operator::Modulo),
        ) = self.token
        {
            let at = self.at;
            self.advance()?;
            self.factor()?;
            self.emit(at, Action::Apply(operator));
        }
        Ok(())
    }

    /// Signs and powers, which are done from the right to the left: `-2**-3**2` is `-(2**(-(3**2)))`.
    fn factor(&mut self) -> Result<(), Fault> {
        let mut pending = Vec::new();
        loop {
            let action = match self.token {
                Token::Operator(Operator::Subtract) => Action::Negate,
                Token::Operator(Operator::Add) => Action::Affirm,
                _ => {
                    self.primary()?;
                    if !matches!(self.token, Token::Operator(Operator::Power)) {
                        break;
                    }
                    Action::Apply(Operator::Power)
                }
            };
            pending.push(Step { at: self.at, action });
            self.advance()?;
        }
        self.steps.extend(pending.into_iter().rev());
        Ok(())
    }

    fn primary(&mut self) -> Result<(), Fault> {
        let at = self.at;
        match std::mem::replace(&mut self.token, Token::End) {
            Token::Number(number) => {
                self.advance()?;
                self.emit(at, Action::Push(number));
            }
            Token::Name(name) => self.name(at, name)?,
            Token::Open => {
                self.advance()?;
                self.sum()?;
                self.close(at)?;
            }
            other => {
                self.token = other;
                return Err(self.expected("a number"));
            }
        }
        match self.token {
            Token::Open => Err(Fault::syntax(
                self.at,
                "Only simple function calls are allowed; write * between the factors of a product",
            )),
            _ => Ok(()),
        }
    }

    /// A constant, or a function with its arguments.
    fn name(&mut self, at: usize, name: &str) -> Result<(), Fault> {
        self.advance()?;
        let function = NAMES.iter().find(|(known, _)| *known == name).map(|(_, function)| *function);
        let called = matches!(self.token, Token::Open);
        match (function, constant(name)) {
            (Some(function), _) if called => self.arguments(at, name, function),
            (None, Some(number)) if !called => {
                self.emit(at, Action::Push(number));
                Ok(())
            }
            (Some(_), _) => Err(Fault::value(at, format!("'{name}' is a function; write {name}(…)"))),
            (None, Some(_)) => Err(Fault::value(at, format!("'{name}' is a number and can't be called"))),
            (None, None) => Err(Fault::value(at, unknown(name, called))),
        }
    }

    fn arguments(&mut self, at: usize, name: &str, function: Function) -> Result<(), Fault> {
        let open = self.at;
        self.advance()?;
        let mut given = 0;
        while !matches!(self.token, Token::Close) {
            self.sum()?;
            given += 1;
            if !matches!(self.token, Token::Comma) {
                break;
            }
            self.advance()?;
        }
        self.close(open)?;
        if let Some(takes) = function.refuse_arguments(given) {
            return Err(Fault::value(at, format!("{name}() {takes} ({given} given)")));
        }
        self.emit(at, Action::Call(function, given));
        Ok(())
    }

    /// The bracket that closes what was opened there.
    fn close(&mut self, open: usize) -> Result<(), Fault> {
        match self.token {
            Token::Close => self.advance(),
            Token::End => Err(Fault::syntax(open, "'(' is never closed")),
            Token::Comma => {
                Err(Fault::syntax(self.at, "a comma only stands between the arguments of a function"))
            }
            _ => Err(self.expected("an operator or ')'")),
        }
    }

    #[cold]
    fn expected(&self, what: &str) -> Fault {
        let got: Reason = match &self.token {
            Token::Number(_) => "a number".into(),
            Token::Name(name) => text::name(name).into(),
            Token::Operator(_) => "an operator".into(),
            Token::Open => "'('".into(),
            Token::Close => "')'".into(),
            Token::Comma => "','".into(),
            Token::End => "the end".into(),
        };
        Fault::syntax(self.at, format!("expected {what}, got {got}"))
    }
}

#[cold]
fn unknown(name: &str, called: bool) -> String {
    let functions = || NAMES.iter().map(|(known, _)| *known);
    let shown = text::name(name);
    if called {
        let meant = text::nearest(name, functions()).map(|near| format!("; did you mean '{near}'?"));
        let list = functions().collect::<Vec<_>>().join(", ");
        format!("Unknown function {shown}; there are {list}{}", meant.unwrap_or_default())
    } else {
        format!("unknown variable {shown}; there are pi and e")
    }
}
